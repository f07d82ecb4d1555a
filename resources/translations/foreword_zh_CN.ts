<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> (needs {needed_bytes}, {free_bytes} free)</source>
        <translation> （需要 {needed_bytes}，剩余 {free_bytes}）</translation>
    </message>
    <message>
        <source> Stopped before the other {rest} were checked.</source>
        <translation> 其余 {rest} 个尚未核对就已停止。</translation>
    </message>
    <message>
        <source> and </source>
        <translation>，</translation>
    </message>
    <message>
        <source> of {size_bytes}</source>
        <translation> （{size_bytes}）</translation>
    </message>
    <message>
        <source> to </source>
        <translation>至</translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-ties</source>
        <comment>%Ln near-tie</comment>
        <translation>
            <numerusform>%Ln 处近似平局</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-ties, smallest gap {gap}</source>
        <comment>%Ln near-tie, gap {gap}</comment>
        <translation>
            <numerusform>%Ln 处近似平局，最小差距 {gap}</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>A draft for {target} is being made by another window or program already. Wait for that, or stop it there.</source>
        <translation>另一个窗口或程序已经在为 {target} 制作草稿。请等它完成，或在那里停止它。</translation>
    </message>
    <message>
        <source>A draft of its own is expected to bring about {gain}× on this computer.</source>
        <translation>专属草稿在这台电脑上预计可带来约 {gain} 倍的速度。</translation>
    </message>
    <message>
        <source>A draft of its own is not expected to pay on this computer: wide passes cost much.</source>
        <translation>专属草稿在这台电脑上预计不划算：宽批次的开销太大。</translation>
    </message>
    <message>
        <source>A word ahead costs {share} % of one of the model's own.</source>
        <translation>预写一个词的开销是模型自己写一个词的 {share}%。</translation>
    </message>
    <message>
        <source>A word ahead costs {times} times one of the model's own.</source>
        <translation>预写一个词的开销是模型自己写一个词的 {times} 倍。</translation>
    </message>
    <message>
        <source>Another window or program is changing the list of models just now. Try again in a moment.</source>
        <translation>另一个窗口或程序正在修改模型列表。请稍后再试。</translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation>Apple GPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %Ln threads</source>
        <comment>CPU, %Ln thread</comment>
        <translation>
            <numerusform>CPU，%Ln 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a smaller draft, or close other programs.</source>
        <translation>请选择更小的草稿模型，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs that hold {missing}.</source>
        <translation>请选择更小的模型，或关闭占用 {missing} 的其他程序。</translation>
    </message>
    <message>
        <source>Does not fit: it was trained for {name}.</source>
        <translation>不匹配：它是为 {name} 训练的。</translation>
    </message>
    <message>
        <source>Does not fit: its tokens are others, first at id {first}; {count} of them in all.</source>
        <translation>不匹配：词元不同，首个差异在编号 {first}，共 {count} 个。</translation>
    </message>
    <message>
        <source>Does not fit: one of its tokens is another, id {first}.</source>
        <translation>不匹配：有一个词元不同，编号 {first}。</translation>
    </message>
    <message>
        <source>Does not fit: the model alone needs {alone}, and {free} are free on the {device}.</source>
        <translation>放不下：仅模型就需要 {alone}，而{device}上可用 {free}。</translation>
    </message>
    <message>
        <source>Does not pay on this computer: {why}.</source>
        <translation>在这台电脑上不划算：{why}。</translation>
    </message>
    <message>
        <source>Draft: context</source>
        <translation>草稿：上下文</translation>
    </message>
    <message>
        <source>Draft: weights</source>
        <translation>草稿：权重</translation>
    </message>
    <message>
        <source>Draft: while loading</source>
        <translation>草稿：加载期间</translation>
    </message>
    <message>
        <source>Draft: working room</source>
        <translation>草稿：工作空间</translation>
    </message>
    <message>
        <source>Expect {gains} on this computer: {why}.</source>
        <translation>在这台电脑上预计：{gains}；原因是{why}。</translation>
    </message>
    <message>
        <source>Fits, but by its size it cannot pay.</source>
        <translation>匹配，但以它的大小不可能划算。</translation>
    </message>
    <message>
        <source>Fits, but cannot pay on this computer.</source>
        <translation>匹配，但在这台电脑上不可能划算。</translation>
    </message>
    <message>
        <source>Fits, but does not pay on this computer.</source>
        <translation>匹配，但在这台电脑上不划算。</translation>
    </message>
    <message>
        <source>Fits: {needed} of the {free} that are free on the {device}.</source>
        <translation>放得下：需要 {needed}，{device}上可用 {free}。</translation>
    </message>
    <message>
        <source>Fits; about {speedup}× is to be expected.</source>
        <translation>匹配；预计约 {speedup}×。</translation>
    </message>
    <message>
        <source>Fits; not measured on this computer yet, so that its size has to tell.</source>
        <translation>匹配；尚未在这台电脑上测量，只能按大小估计。</translation>
    </message>
    <message>
        <source>Fits; pays only where it is nearly always right.</source>
        <translation>匹配；只有在几乎总能猜对时才划算。</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set</source>
        <translation>已设置 HF_HUB_OFFLINE</translation>
    </message>
    <message>
        <source>It is the model itself: nothing would be gained.</source>
        <translation>这就是模型本身：不会有任何收益。</translation>
    </message>
    <message>
        <source>Its file is not where it was.</source>
        <translation>它的文件已不在原处。</translation>
    </message>
    <message>
        <source>Its tokens are the same, and it is not on this computer yet.</source>
        <translation>词元相同，但尚未下载到这台电脑。</translation>
    </message>
    <message>
        <source>Made for this model, and not on this computer yet.</source>
        <translation>为此模型而制，但尚未下载到这台电脑。</translation>
    </message>
    <message>
        <source>Model: context</source>
        <translation>模型：上下文</translation>
    </message>
    <message>
        <source>Model: weights</source>
        <translation>模型：权重</translation>
    </message>
    <message>
        <source>Model: while loading</source>
        <translation>模型：加载期间</translation>
    </message>
    <message>
        <source>Model: working room</source>
        <translation>模型：工作空间</translation>
    </message>
    <message>
        <source>No draft can be trained for {target}: {reason}. Choose another model.</source>
        <translation>无法为 {target} 训练草稿：{reason}。请选择其他模型。</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one first.</source>
        <translation>尚未加载模型。请先选择一个。</translation>
    </message>
    <message>
        <source>Not on this computer, and as large as the model itself or larger.</source>
        <translation>不在这台电脑上，且不小于模型本身。</translation>
    </message>
    <message>
        <source>Not on this computer, so its tokens cannot be compared yet.</source>
        <translation>不在这台电脑上，暂时无法比较词元。</translation>
    </message>
    <message>
        <source>Not on this computer; the catalogue does not pair the two.</source>
        <translation>不在这台电脑上；目录未将两者配对。</translation>
    </message>
    <message>
        <source>Nothing is fetched, because Foreword is offline: {reason}. Switch that off to download.</source>
        <translation>Foreword 处于离线状态，不会下载任何内容：{reason}。关闭该设置后即可下载。</translation>
    </message>
    <message>
        <source>Pays: {speedup}× on this computer.</source>
        <translation>划算：在这台电脑上 {speedup}×。</translation>
    </message>
    <message>
        <source>Something went wrong inside Foreword: {summary}. The log has the details.</source>
        <translation>Foreword 内部出错：{summary}。详情见日志。</translation>
    </message>
    <message>
        <source>Stopped before a token was checked.</source>
        <translation>尚未核对任何词元就已停止。</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>尚未测量就已停止。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The computer slept while a draft for {target} was being made. What was done is kept: resume it, with the lid open and power connected.</source>
        <translation>为 {target} 制作草稿时电脑进入了睡眠。已完成的部分已保留：请打开盖子并接通电源后继续。</translation>
    </message>
    <message>
        <source>The draft would be left out.</source>
        <translation>草稿模型将被舍去。</translation>
    </message>
    <message>
        <source>The draft would be left out: both need {needed}, the model alone {alone}, and {free} are free on the {device}.</source>
        <translation>草稿模型将被舍去：两者需要 {needed}，仅模型需要 {alone}，而{device}上可用 {free}。</translation>
    </message>
    <message>
        <source>The draft {draft} cannot write ahead of {target}: {detail}. Train one for this model, or go on without.</source>
        <translation>草稿 {draft} 无法为 {target} 预写：{detail}。请为此模型训练一个，或不用草稿继续。</translation>
    </message>
    <message>
        <source>The message has {tokens} tokens, and the model can hold {context_length} with its reply. Shorten it, or load the model with a longer context.</source>
        <translation>消息有 {tokens} 个词元，而模型连同回复只能容纳 {context_length} 个。请缩短消息，或以更长的上下文加载模型。</translation>
    </message>
    <message>
        <source>The message is empty. Write something to answer.</source>
        <translation>消息为空。请写点内容。</translation>
    </message>
    <message>
        <source>The model's chat template cannot be used: {detail}. Choose another model, or continue a raw text.</source>
        <translation>无法使用模型的对话模板：{detail}。请选择其他模型，或续写纯文本。</translation>
    </message>
    <message>
        <source>The settings forbid every possible next word. Allow some of the banned words, or switch off the rule against repetition.</source>
        <translation>当前设置禁止了所有可能的下一个词。请放行部分禁用词，或关闭防重复规则。</translation>
    </message>
    <message>
        <source>There is no draft beside {target} to measure. Choose or make one first.{told}</source>
        <translation>{target} 没有可测量的草稿。请先选择或制作一个。{told}</translation>
    </message>
    <message>
        <source>There is no model called {name!r} here. See what there is with `foreword models list`, or give a path.</source>
        <translation>这里没有名为 {name!r} 的模型。用 `foreword models list` 查看现有模型，或给出路径。</translation>
    </message>
    <message>
        <source>There is no room on the disk for {path}{sizes}. Free some and try again.</source>
        <translation>磁盘上没有空间存放 {path}{sizes}。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>There is no {device} device on this machine. Choose `auto` or `cpu`, or install its driver.</source>
        <translation>这台机器上没有 {device} 设备。请选择 `auto` 或 `cpu`，或安装其驱动程序。</translation>
    </message>
    <message>
        <source>There is not enough memory on the {device}{sizes}. Close other programs, shorten the context or choose a smaller model.</source>
        <translation>{device} 内存不足{sizes}。请关闭其他程序、缩短上下文或选择更小的模型。</translation>
    </message>
    <message>
        <source>This system has no key store that can be used, so the access token is not kept. It will be asked for each time.</source>
        <translation>此系统没有可用的密钥存储，因此不保存访问令牌，每次都会询问。</translation>
    </message>
    <message>
        <source>Trained draft for {name}</source>
        <translation>为 {name} 训练的草稿</translation>
    </message>
    <message>
        <source>Trained draft {name}</source>
        <translation>训练的草稿 {name}</translation>
    </message>
    <message>
        <source>Trained for another file of this shape.</source>
        <translation>为同一结构的另一个文件训练。</translation>
    </message>
    <message>
        <source>Trained for this model.</source>
        <translation>为此模型训练。</translation>
    </message>
    <message>
        <source>Training a draft for {target} went wrong and was stopped. What was learnt from the {tokens} tokens before is kept: run it again to go on from there.</source>
        <translation>为 {target} 训练草稿时出错并已停止。此前从 {tokens} 个词元中学到的内容已保留：再次运行即可从那里继续。</translation>
    </message>
    <message>
        <source>With a context of {context} tokens both would fit.</source>
        <translation>若上下文为 {context} 个词元，两者都放得下。</translation>
    </message>
    <message>
        <source>With a context of {context} tokens it would fit.</source>
        <translation>若上下文为 {context} 个词元，就放得下。</translation>
    </message>
    <message>
        <source>a Git LFS pointer in place of the model</source>
        <translation>是 Git LFS 指针，而不是模型</translation>
    </message>
    <message>
        <source>a device or pipe, not a file</source>
        <translation>是设备或管道，不是文件</translation>
    </message>
    <message>
        <source>a file cut short</source>
        <translation>文件被截断</translation>
    </message>
    <message>
        <source>a file that shrank while it was open</source>
        <translation>文件在打开期间变短了</translation>
    </message>
    <message>
        <source>a flag that is neither 0 nor 1 at {key}</source>
        <translation>{key} 处的标志既不是 0 也不是 1</translation>
    </message>
    <message>
        <source>a folder, device or pipe, not a file</source>
        <translation>这是文件夹、设备或管道，不是文件</translation>
    </message>
    <message>
        <source>a folder, not a GGUF file</source>
        <translation>是文件夹，不是 GGUF 文件</translation>
    </message>
    <message>
        <source>a header cut short</source>
        <translation>文件头不完整</translation>
    </message>
    <message>
        <source>a header of {count} bytes, more than it needs</source>
        <translation>文件头有 {count} 字节，超出所需</translation>
    </message>
    <message>
        <source>a header of {count} bytes, more than the file</source>
        <translation>文件头有 {count} 字节，比文件还大</translation>
    </message>
    <message>
        <source>a header that is nested too deeply</source>
        <translation>文件头嵌套过深</translation>
    </message>
    <message>
        <source>a header that is not JSON</source>
        <translation>文件头不是 JSON</translation>
    </message>
    <message>
        <source>a header that is not an object</source>
        <translation>文件头不是对象</translation>
    </message>
    <message>
        <source>a metadata key</source>
        <translation>元数据键</translation>
    </message>
    <message>
        <source>a template that is not text</source>
        <translation>模板不是文本</translation>
    </message>
    <message>
        <source>a tensor name</source>
        <translation>张量名称</translation>
    </message>
    <message>
        <source>a text that is not empty</source>
        <translation>非空文本</translation>
    </message>
    <message>
        <source>a vocabulary larger than there can be</source>
        <translation>词表大得不可能</translation>
    </message>
    <message>
        <source>a web page in place of the model</source>
        <translation>是网页，而不是模型</translation>
    </message>
    <message>
        <source>a whole number from {low} to {high}</source>
        <translation>{low} 到 {high} 之间的整数</translation>
    </message>
    <message>
        <source>a word ahead costs {share} of one of the model's own</source>
        <translation>预写一个词的开销是模型自己写一个词的 {share}</translation>
    </message>
    <message>
        <source>a word ahead costs {times} times one of the model's own</source>
        <translation>预写一个词的开销是模型自己写一个词的 {times} 倍</translation>
    </message>
    <message>
        <source>an Ollama manifest</source>
        <translation>Ollama 清单</translation>
    </message>
    <message>
        <source>an alignment of {count}</source>
        <translation>对齐值为 {count}</translation>
    </message>
    <message>
        <source>an array of arrays at {key}</source>
        <translation>{key} 处是数组的数组</translation>
    </message>
    <message>
        <source>an array of the unknown type {kind} at {key}</source>
        <translation>{key} 处的数组类型 {kind} 未知</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>an endless header</source>
        <translation>文件头没有尽头</translation>
    </message>
    <message>
        <source>and {share} of the first words ahead stand</source>
        <translation>并且预写的首词有 {share} 被保留</translation>
    </message>
    <message>
        <source>as many scores as tokens are needed</source>
        <translation>分数的数量必须与词元相同</translation>
    </message>
    <message>
        <source>as many token types as tokens are needed</source>
        <translation>词元类型的数量必须与词元相同</translation>
    </message>
    <message>
        <source>at most max_new_tokens, {max_new_tokens}</source>
        <translation>至多 max_new_tokens, {max_new_tokens}</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>checking {count} words at once costs {times} times one</source>
        <translation>一次核对 {count} 个词的开销是一个词的 {times} 倍</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>for one pass</source>
        <translation>用于一次前向计算</translation>
    </message>
    <message>
        <source>given back afterwards</source>
        <translation>之后释放</translation>
    </message>
    <message>
        <source>it can only be run by code that lies in it ({code})</source>
        <translation>它只能靠自带的代码（{code}）运行</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>it changed while it was copied</source>
        <translation>复制时它发生了变化</translation>
    </message>
    <message>
        <source>it has no tokenizer that can be read</source>
        <translation>它没有可读取的分词器</translation>
    </message>
    <message>
        <source>it holds no safetensors and no GGUF file</source>
        <translation>其中没有 safetensors，也没有 GGUF 文件</translation>
    </message>
    <message>
        <source>it holds no text model</source>
        <translation>其中没有文本模型</translation>
    </message>
    <message>
        <source>it holds no {file}</source>
        <translation>其中没有 {file}</translation>
    </message>
    <message>
        <source>it is neither a GGUF file nor a folder of safetensors</source>
        <translation>它既不是 GGUF 文件，也不是 safetensors 文件夹</translation>
    </message>
    <message>
        <source>it is neither a file nor a folder</source>
        <translation>它既不是文件也不是文件夹</translation>
    </message>
    <message>
        <source>it is one part of a model: choose the folder it lies in</source>
        <translation>它只是模型的一部分：请选择它所在的文件夹</translation>
    </message>
    <message>
        <source>it is one piece of several</source>
        <translation>它只是多个部分之一</translation>
    </message>
    <message>
        <source>it is one piece of {count}</source>
        <translation>它只是 {count} 个部分中的一个</translation>
    </message>
    <message>
        <source>it knows tokens that the model lacks</source>
        <translation>它含有模型没有的词元</translation>
    </message>
    <message>
        <source>it was made for {target}</source>
        <translation>它是为 {target} 制作的</translation>
    </message>
    <message>
        <source>its architecture, {architecture}, cannot be run yet</source>
        <translation>暂时无法运行它的架构 {architecture}</translation>
    </message>
    <message>
        <source>its archive is damaged</source>
        <translation>其压缩包已损坏</translation>
    </message>
    <message>
        <source>its bytes are not those of the digest that was stated for it</source>
        <translation>其内容与所给的校验值不符</translation>
    </message>
    <message>
        <source>its config.json</source>
        <translation>其 config.json</translation>
    </message>
    <message>
        <source>its config.json gives {key} as {value}</source>
        <translation>其 config.json 中 {key} 的值为 {value}</translation>
    </message>
    <message>
        <source>its config.json names no model type</source>
        <translation>其 config.json 没有写明模型类型</translation>
    </message>
    <message>
        <source>its file is damaged</source>
        <translation>文件已损坏</translation>
    </message>
    <message>
        <source>its file is damaged or too new</source>
        <translation>文件已损坏或版本过新</translation>
    </message>
    <message>
        <source>its hidden states cannot be had</source>
        <translation>无法取得模型的隐藏状态</translation>
    </message>
    <message>
        <source>its token types do not match its tokens</source>
        <translation>其词元类型与词元不符</translation>
    </message>
    <message>
        <source>its tokenizer</source>
        <translation>其分词器</translation>
    </message>
    <message>
        <source>its tokens cannot be read</source>
        <translation>其词元无法读取</translation>
    </message>
    <message>
        <source>its tokens have impossible ids</source>
        <translation>其词元的编号不可能</translation>
    </message>
    <message>
        <source>its vocabulary</source>
        <translation>其词表</translation>
    </message>
    <message>
        <source>its weights are packed in a way that cannot be read</source>
        <translation>它的权重采用了无法读取的打包方式</translation>
    </message>
    <message>
        <source>its weights cannot be loaded</source>
        <translation>其权重无法加载</translation>
    </message>
    <message>
        <source>its {file} has another size</source>
        <translation>其中 {file} 的大小不符</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>不到 1 %</translation>
    </message>
    <message>
        <source>merges that do not fit</source>
        <translation>合并规则不匹配</translation>
    </message>
    <message>
        <source>metadata of the unknown type {kind} at {key}</source>
        <translation>{key} 处的元数据类型 {kind} 未知</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>没有及时答复</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>no description of the tensor {tensor}</source>
        <translation>没有张量 {tensor} 的描述</translation>
    </message>
    <message>
        <source>no gain on {subject}</source>
        <translation>{subject}没有提升</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>no sign of GGUF at its start</source>
        <translation>开头没有 GGUF 标记</translation>
    </message>
    <message>
        <source>no tensor {tensor} in it</source>
        <translation>其中没有张量 {tensor}</translation>
    </message>
    <message>
        <source>no tokenizer.json, nor vocab.json and merges</source>
        <translation>既没有 tokenizer.json，也没有 vocab.json 和 merges</translation>
    </message>
    <message>
        <source>no {key}</source>
        <translation>缺少 {key}</translation>
    </message>
    <message>
        <source>no {key} in its metadata</source>
        <translation>元数据中缺少 {key}</translation>
    </message>
    <message>
        <source>nothing but zeros at its start</source>
        <translation>开头全是零</translation>
    </message>
    <message>
        <source>off: the draft does not fit</source>
        <translation>关闭：草稿不匹配</translation>
    </message>
    <message>
        <source>off: the lookahead is 0</source>
        <translation>关闭：前瞻为 0</translation>
    </message>
    <message>
        <source>off: there is nothing to draft with</source>
        <translation>关闭：没有可用来起草的内容</translation>
    </message>
    <message>
        <source>off: this model cannot take words back, as drafts need</source>
        <translation>关闭：此模型无法收回词语，而草稿需要这样做</translation>
    </message>
    <message>
        <source>off: you switched it off</source>
        <translation>关闭：由您关闭</translation>
    </message>
    <message>
        <source>on: a draft failed and is left out of this reply</source>
        <translation>开启：一个草稿出错，本次回复不再使用</translation>
    </message>
    <message>
        <source>on: only words seen before are drafted</source>
        <translation>开启：只起草见过的内容</translation>
    </message>
    <message>
        <source>on: the draft saves time here</source>
        <translation>开启：草稿在这里节省时间</translation>
    </message>
    <message>
        <source>on: you chose the lookahead</source>
        <translation>开启：前瞻由您设定</translation>
    </message>
    <message>
        <source>paused: the draft costs more than it brings here</source>
        <translation>暂停：草稿在这里得不偿失</translation>
    </message>
    <message>
        <source>pieces that do not fit</source>
        <translation>词片不匹配</translation>
    </message>
    <message>
        <source>something else answered in its place</source>
        <translation>应答的是别的东西</translation>
    </message>
    <message>
        <source>text that is not UTF-8 at {key}</source>
        <translation>{key} 处的文本不是 UTF-8</translation>
    </message>
    <message>
        <source>the catalogue cannot be read</source>
        <translation>目录无法读取</translation>
    </message>
    <message>
        <source>the catalogue is damaged ({what})</source>
        <translation>目录已损坏（{what}）</translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the first that is not is token {place}</source>
        <translation>第一个不同的是第 {place} 个词元</translation>
    </message>
    <message>
        <source>the first that is not is token {place}, up to {gap} below its choice</source>
        <translation>第一个不同的是第 {place} 个词元，最多低于其选择 {gap}</translation>
    </message>
    <message>
        <source>the folder holds no config.json</source>
        <translation>文件夹中没有 config.json</translation>
    </message>
    <message>
        <source>the hub states no digest for its files</source>
        <translation>模型库没有给出文件的校验值</translation>
    </message>
    <message>
        <source>the index of its weights</source>
        <translation>其权重索引</translation>
    </message>
    <message>
        <source>the index of its weights names no file</source>
        <translation>其权重索引没有列出任何文件</translation>
    </message>
    <message>
        <source>the index of its weights points outside the folder</source>
        <translation>其权重索引指向文件夹之外</translation>
    </message>
    <message>
        <source>the metadata key {key} twice</source>
        <translation>元数据键 {key} 出现了两次</translation>
    </message>
    <message>
        <source>the proxy refuses</source>
        <translation>代理拒绝连接</translation>
    </message>
    <message>
        <source>the settings say so</source>
        <translation>设置如此</translation>
    </message>
    <message>
        <source>the target gave them {share} on average</source>
        <translation>目标模型平均给它们 {share}</translation>
    </message>
    <message>
        <source>the tensor {tensor} at a crooked place</source>
        <translation>张量 {tensor} 的位置没有对齐</translation>
    </message>
    <message>
        <source>the tensor {tensor} cut short</source>
        <translation>张量 {tensor} 被截断</translation>
    </message>
    <message>
        <source>the tensor {tensor} on top of another one</source>
        <translation>张量 {tensor} 与另一个重叠</translation>
    </message>
    <message>
        <source>the tensor {tensor} outside the file</source>
        <translation>张量 {tensor} 在文件之外</translation>
    </message>
    <message>
        <source>the tensor {tensor} twice</source>
        <translation>张量 {tensor} 出现了两次</translation>
    </message>
    <message>
        <source>the tensor {tensor} with a part of a block in each row</source>
        <translation>张量 {tensor} 的每一行都有不完整的块</translation>
    </message>
    <message>
        <source>the tensor {tensor} with an impossible shape</source>
        <translation>张量 {tensor} 的形状不可能</translation>
    </message>
    <message>
        <source>the tensor {tensor} with nothing in it</source>
        <translation>张量 {tensor} 是空的</translation>
    </message>
    <message>
        <source>the tensor {tensor} with {count} dimensions</source>
        <translation>张量 {tensor} 有 {count} 个维度</translation>
    </message>
    <message>
        <source>the text of {key}</source>
        <translation>{key} 的文本</translation>
    </message>
    <message>
        <source>there are no safetensors in the folder</source>
        <translation>文件夹中没有 safetensors</translation>
    </message>
    <message>
        <source>there are no weights for {tensor} in it</source>
        <translation>其中没有 {tensor} 的权重</translation>
    </message>
    <message>
        <source>there is no config.json in the folder</source>
        <translation>文件夹中没有 config.json</translation>
    </message>
    <message>
        <source>token {place} is not</source>
        <translation>第 {place} 个词元不是</translation>
    </message>
    <message>
        <source>token {place} is not, {gap} below its choice</source>
        <translation>第 {place} 个词元不是，低于其选择 {gap}</translation>
    </message>
    <message>
        <source>values that are not numbers in {tensor}</source>
        <translation>{tensor} 中有不是数字的值</translation>
    </message>
    <message>
        <source>{count} items at {key} announced, more than there can be</source>
        <translation>{key} 处声明了 {count} 项，多得不可能</translation>
    </message>
    <message>
        <source>{count} layers in its config.json, which it has no weights for</source>
        <translation>其 config.json 写有 {count} 层，却没有相应的权重</translation>
    </message>
    <message>
        <source>{count} metadata entries announced, more than there can be</source>
        <translation>声明了 {count} 条元数据，多得不可能</translation>
    </message>
    <message>
        <source>{count} of {layers} layers would stay off the {device}, which makes each word much slower.</source>
        <translation>{layers} 层中有 {count} 层将不在{device}上，每个词会慢很多。</translation>
    </message>
    <message>
        <source>{count} of {layers} layers would stay on the disk, which makes each word much slower.</source>
        <translation>{layers} 层中有 {count} 层将留在磁盘上，每个词会慢很多。</translation>
    </message>
    <message>
        <source>{count} tensors announced, more than there can be</source>
        <translation>声明了 {count} 个张量，多得不可能</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 个词元</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {target}: their tokens differ, first at id {first_id} ({different} in all). Choose a draft from the same family.</source>
        <translation>{draft} 无法为 {target} 起草：两者的词元不同，首个差异在编号 {first_id}（共 {different} 个）。请选择同一系列的草稿。</translation>
    </message>
    <message>
        <source>{factor}× on {subject}</source>
        <translation>{subject} {factor}×</translation>
    </message>
    <message>
        <source>{file}, which its index names, is missing</source>
        <translation>索引中列出的 {file} 不存在</translation>
    </message>
    <message>
        <source>{heads} heads cannot share {keys} keys</source>
        <translation>{heads} 个头无法共用 {keys} 个键</translation>
    </message>
    <message>
        <source>{id} came with Foreword and is removed together with it.</source>
        <translation>{id} 随 Foreword 一起提供，也随它一起移除。</translation>
    </message>
    <message>
        <source>{id} is being downloaded or changed by another window or program. Wait for that, or stop it there.</source>
        <translation>另一个窗口或程序正在下载或修改 {id}。请等它完成，或在那里停止它。</translation>
    </message>
    <message>
        <source>{id} is not on this machine yet{size}. Get it with `foreword models get {id}`.</source>
        <translation>{id} 尚未在这台机器上{size}。用 `foreword models get {id}` 获取。</translation>
    </message>
    <message>
        <source>{key} is not a flag</source>
        <translation>{key} 不是标志</translation>
    </message>
    <message>
        <source>{key} is not a list</source>
        <translation>{key} 不是列表</translation>
    </message>
    <message>
        <source>{key} is not a list of texts</source>
        <translation>{key} 不是文本列表</translation>
    </message>
    <message>
        <source>{key} is not a list of whole numbers</source>
        <translation>{key} 不是整数列表</translation>
    </message>
    <message>
        <source>{key} is not a number</source>
        <translation>{key} 不是数字</translation>
    </message>
    <message>
        <source>{key} is not a text</source>
        <translation>{key} 不是文本</translation>
    </message>
    <message>
        <source>{key} is not a whole number</source>
        <translation>{key} 不是整数</translation>
    </message>
    <message>
        <source>{key} is {value}</source>
        <translation>{key} 为 {value}</translation>
    </message>
    <message>
        <source>{kind} cannot be read</source>
        <translation>无法读取 {kind}</translation>
    </message>
    <message>
        <source>{model} answered with values that are not numbers. Its file may be damaged: load it again, or download it again.</source>
        <translation>{model} 给出的值不是数字。文件可能已损坏：请重新加载或重新下载。</translation>
    </message>
    <message>
        <source>{model} cannot take tokens back, which speculation needs. The chat goes on without it.</source>
        <translation>{model} 无法收回词元，而投机需要这样做。对话将不使用投机继续。</translation>
    </message>
    <message>
        <source>{name} cannot be {value}: choose {allowed}.</source>
        <translation>{name} 不能是 {value}：可选 {allowed}。</translation>
    </message>
    <message>
        <source>{name} is set</source>
        <translation>已设置 {name}</translation>
    </message>
    <message>
        <source>{own} of {all} tokens are ones your settings allow</source>
        <translation>{all} 个词元中有 {own} 个是您的设置所允许的</translation>
    </message>
    <message>
        <source>{own} of {all} tokens are the target's own</source>
        <translation>{all} 个词元中有 {own} 个是目标模型自己的</translation>
    </message>
    <message>
        <source>{path} came with Foreword and is not as it was made. It is left as it is: install Foreword again.</source>
        <translation>{path} 随 Foreword 一起安装，但已与原来不同。它会保持原样：请重新安装 Foreword。</translation>
    </message>
    <message>
        <source>{path} can only be opened by running code that lies in it ({what}), and Foreword never runs code from a model. Look for the same model in safetensors or GGUF.</source>
        <translation>{path} 只有运行其中的代码才能打开（{what}），而 Foreword 从不运行模型中的代码。请寻找同一模型的 safetensors 或 GGUF 版本。</translation>
    </message>
    <message>
        <source>{path} cannot be kept: its disk holds no files{size} (FAT32 ends at 4.3 GB). Move the models to another disk.</source>
        <translation>{path} 无法保存：该磁盘不能存放{size}的文件（FAT32 上限为 4.3 GB）。请把模型移到其他磁盘。</translation>
    </message>
    <message>
        <source>{path} cannot be read as a model: {detail}. Download it again, or choose another file.</source>
        <translation>{path} 无法作为模型读取：{detail}。请重新下载或选择其他文件。</translation>
    </message>
    <message>
        <source>{path} cannot be written. Check its permissions, or choose another folder.</source>
        <translation>{path} 无法写入。请检查权限或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path} has the {what} {value!r}, which Foreword cannot run yet. Choose another model.</source>
        <translation>{path} 的 {what} 为 {value!r}，Foreword 尚不能运行。请选择其他模型。</translation>
    </message>
    <message>
        <source>{path} is a link to somewhere else, and downloads go only into a folder of Foreword's own. Remove the link and try again.</source>
        <translation>{path} 是指向别处的链接，而下载只会存入 Foreword 自己的文件夹。请移除链接后重试。</translation>
    </message>
    <message>
        <source>{path} is not the expected file (SHA-256 {value}..., expected {value2}...). It was not kept; download it again.</source>
        <translation>{path} 不是预期的文件（SHA-256 {value}...，应为 {value2}...）。未保留；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is not the expected file ({actual} bytes instead of {expected}). It was not kept; download it again.</source>
        <translation>{path} 不是预期的文件（{actual} 字节，应为 {expected}）。未保留；请重新下载。</translation>
    </message>
    <message>
        <source>{rate} % of its first words stand.</source>
        <translation>它的首词有 {rate}% 成立。</translation>
    </message>
    <message>
        <source>{share} %</source>
        <translation>{share} %</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation>{size} 字节</translation>
    </message>
    <message>
        <source>{size} kB</source>
        <translation>{size} kB</translation>
    </message>
    <message>
        <source>{source} cannot be reached ({detail}). Check the connection and try again.</source>
        <translation>无法连接 {source}（{detail}）。请检查网络后重试。</translation>
    </message>
    <message>
        <source>{source} cannot hand the file out just now (status {status}). Try again in a few minutes.</source>
        <translation>{source} 暂时无法提供文件（状态 {status}）。请几分钟后重试。</translation>
    </message>
    <message>
        <source>{source} does not accept the access token. Copy it once more from your account there, then try {page} again.</source>
        <translation>{source} 不接受此访问令牌。请从您的账户中重新复制，然后再试 {page}。</translation>
    </message>
    <message>
        <source>{source} does not say which version is the newest. Look at the page Foreword came from yourself.</source>
        <translation>{source} 没有说明最新版本是哪个。请自行查看 Foreword 的来源页面。</translation>
    </message>
    <message>
        <source>{source} gives {repo} only to people it knows. Accept its licence at {page}, then give your access token.</source>
        <translation>{source} 只向已知用户提供 {repo}。请在 {page} 接受其许可，然后填写您的访问令牌。</translation>
    </message>
    <message>
        <source>{source} has no {name}, or shows it to nobody without a token. Check how it is written, or search for it.</source>
        <translation>{source} 没有 {name}，或不向无令牌者显示。请检查拼写或搜索。</translation>
    </message>
    <message>
        <source>{source} is too busy just now (status {status}) and asks to come back in {ceil} min.</source>
        <translation>{source} 现在太忙（状态 {status}），请在 {ceil} 分钟后再来。</translation>
    </message>
    <message>
        <source>{source} knows you, but has not let you in to {repo}. Accept its licence at {page}, wait until that is granted, then try again.</source>
        <translation>{source} 认识您，但尚未允许您访问 {repo}。请在 {page} 接受其许可，获准后重试。</translation>
    </message>
    <message>
        <source>{source} refused the download (status {status}). Check the name and whether the model needs a licence to be accepted.</source>
        <translation>{source} 拒绝下载（状态 {status}）。请检查名称，以及该模型是否需要接受许可。</translation>
    </message>
    <message>
        <source>{tensor} has the shape {shape}, expected {expected}</source>
        <translation>{tensor} 的形状是 {shape}，应为 {expected}</translation>
    </message>
    <message>
        <source>{tokens} tokens but only {rows} rows for them</source>
        <translation>有 {tokens} 个词元，却只有 {rows} 行</translation>
    </message>
    <message>
        <source>{what} cannot be read</source>
        <translation>{what} 无法读取</translation>
    </message>
    <message>
        <source>{what} has {count} bytes, more than it can need</source>
        <translation>{what} 有 {count} 字节，超出所需</translation>
    </message>
    <message>
        <source>{what} is JSON that is not an object</source>
        <translation>{what} 是 JSON，但不是对象</translation>
    </message>
    <message>
        <source>{what} is nested too deeply</source>
        <translation>{what} 嵌套过深</translation>
    </message>
    <message>
        <source>{what} is not a file</source>
        <translation>{what} 不是文件</translation>
    </message>
    <message>
        <source>{what} of {count} bytes</source>
        <translation>{what} 有 {count} 字节</translation>
    </message>
    <message>
        <source>{what} that is not UTF-8</source>
        <translation>{what} 不是 UTF-8</translation>
    </message>
</context>
<context>
    <name>About</name>
    <message>
        <source>A model on this computer answers; a draft writes ahead, and the model checks every word of it. Nothing you write leaves this computer.</source>
        <translation>模型在这台电脑上回答；草稿先行预写，模型逐词核对。您写的任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>About Foreword</source>
        <translation>关于 Foreword</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>复制版本信息</translation>
    </message>
    <message>
        <source>Foreword</source>
        <translation>Foreword</translation>
    </message>
    <message>
        <source>Foreword {version} is there; this is {current}.</source>
        <translation>已有 Foreword {version}；当前为 {current}。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Licensed under the Apache License 2.0.</source>
        <translation>以 Apache 许可证 2.0 授权。</translation>
    </message>
    <message>
        <source>Look for a newer version</source>
        <translation>检查新版本</translation>
    </message>
    <message>
        <source>Show the texts of all licences</source>
        <translation>显示所有许可的文本</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>显示位置</translation>
    </message>
    <message>
        <source>This copy of Foreword does not know where it came from, so it cannot look for a newer one.</source>
        <translation>此份 Foreword 不知道自己的来源，因此无法检查新版本。</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>这是最新版本。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Export this chat…</source>
        <translation>导出此对话(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Import chats…</source>
        <translation>导入对话(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>消息(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Models…</source>
        <translation>模型(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;New chat</source>
        <translation>新对话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>About Foreword</source>
        <translation>关于 Foreword</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>所有命令…</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Colours as the system has them</source>
        <translation>颜色跟随系统</translation>
    </message>
    <message>
        <source>Compare with plain</source>
        <translation>与普通解码比较</translation>
    </message>
    <message>
        <source>Continue a reply that was cut</source>
        <translation>继续被截断的回复</translation>
    </message>
    <message>
        <source>Copy the last reply</source>
        <translation>复制最后的回复</translation>
    </message>
    <message>
        <source>Delete the chat that is marked in the list</source>
        <translation>删除列表中选中的对话</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>编辑最后的消息</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>导出所有对话…</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Jump to the end of the chat</source>
        <translation>跳到对话末尾</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Light or dark theme</source>
        <translation>浅色或深色主题</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Open the folder of chats</source>
        <translation>打开对话文件夹</translation>
    </message>
    <message>
        <source>Open the folder of logs</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Past comparisons</source>
        <translation>以往的比较</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>重新生成最后的回复</translation>
    </message>
    <message>
        <source>Rename the chat that is marked in the list</source>
        <translation>重命名列表中选中的对话</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Speculative decoding on or off</source>
        <translation>开关投机解码</translation>
    </message>
    <message>
        <source>Speed in detail</source>
        <translation>速度详情</translation>
    </message>
    <message>
        <source>Speed panel</source>
        <translation>速度面板</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation>系统提示词与预设…</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>为起草的词着色</translation>
    </message>
    <message>
        <source>Verify the last reply</source>
        <translation>验证最后的回复</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%Ln pages</source>
        <comment>%Ln page</comment>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sheets</source>
        <comment>%Ln sheet</comment>
        <translation>
            <numerusform>%Ln 个工作表</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slides</source>
        <comment>%Ln slide</comment>
        <translation>
            <numerusform>%Ln 张幻灯片</numerusform>
        </translation>
    </message>
    <message>
        <source>Attached file {name}</source>
        <translation>附件 {name}</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Drop files to attach them</source>
        <translation>将文件拖放到这里以附加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>Text of {name}</source>
        <translation>{name} 的文本</translation>
    </message>
    <message>
        <source>The first {MAX_SHOWN} of {text} characters.</source>
        <translation>{text} 个字符中的前 {MAX_SHOWN} 个。</translation>
    </message>
    <message>
        <source>There is no text in {name}.</source>
        <translation>{name} 中没有文本。</translation>
    </message>
    <message>
        <source>There is no text in {name}: its pages are pictures, as a scanner makes them. Have the text recognised first.</source>
        <translation>{name} 中没有文本：其页面是扫描得到的图片。请先进行文字识别。</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>not attached</source>
        <translation>未附加</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <source>{name} cannot be read: it is not there, or may not be opened.</source>
        <translation>无法读取 {name}：文件不存在或不允许打开。</translation>
    </message>
    <message>
        <source>{name} has more than {limit} pages, the most that can be attached. Attach a part of it.</source>
        <translation>{name} 超过 {limit} 页，这是可附加的上限。请附加其中一部分。</translation>
    </message>
    <message>
        <source>{name} has {tokens} tokens, and the model can hold {context_length}. Remove it, attach a part of it, or choose a model with a longer context.</source>
        <translation>{name} 有 {tokens} 个词元，而模型只能容纳 {context_length} 个。请移除、附加其中一部分，或选择上下文更长的模型。</translation>
    </message>
    <message>
        <source>{name} holds more than {limit} characters, the most that can be attached. Attach a part of it.</source>
        <translation>{name} 超过 {limit} 个字符，这是可附加的上限。请附加其中一部分。</translation>
    </message>
    <message>
        <source>{name} is a folder. Attach the files in it that matter.</source>
        <translation>{name} 是文件夹。请附加其中需要的文件。</translation>
    </message>
    <message>
        <source>{name} is a picture, and the models here read text only.</source>
        <translation>{name} 是图片，而这里的模型只读文本。</translation>
    </message>
    <message>
        <source>{name} is damaged, or not what its name says: it cannot be read.</source>
        <translation>{name} 已损坏或与其名称不符，无法读取。</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} 是空的。</translation>
    </message>
    <message>
        <source>{name} is in an old office format. Save it as .docx, .xlsx or .pptx and attach that.</source>
        <translation>{name} 是旧的 Office 格式。请另存为 .docx、.xlsx 或 .pptx 后附加。</translation>
    </message>
    <message>
        <source>{name} is in an unknown encoding. Save it as UTF-8 and attach it again.</source>
        <translation>{name} 的编码未知。请另存为 UTF-8 后重新附加。</translation>
    </message>
    <message>
        <source>{name} is larger than {limit}, the most that can be attached.</source>
        <translation>{name} 大于 {limit}，这是可附加的上限。</translation>
    </message>
    <message>
        <source>{name} is left out: at most {most} files go with one message.</source>
        <translation>{name} 未附加：一条消息最多带 {most} 个文件。</translation>
    </message>
    <message>
        <source>{name} is not a text. Texts, code, PDF and office documents can be attached.</source>
        <translation>{name} 不是文本。可附加文本、代码、PDF 和 Office 文档。</translation>
    </message>
    <message>
        <source>{name} is protected by a password. Save a copy without one and attach that.</source>
        <translation>{name} 受密码保护。请另存一份无密码的副本后附加。</translation>
    </message>
    <message>
        <source>{name} unpacks to more than {limit}, which no document does. It was not opened.</source>
        <translation>{name} 解压后超过 {limit}，正常文档不会如此。未打开。</translation>
    </message>
    <message numerus="yes">
        <source>{note} · %Ln tokens</source>
        <comment>{note} · %Ln token</comment>
        <translation>
            <numerusform>{note} · %Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>{note} · read as {encoding}</source>
        <translation>{note} · 按 {encoding} 读取</translation>
    </message>
    <message>
        <source>{note} · {tokens} tokens: too long</source>
        <translation>{note} · {tokens} 个词元：太长</translation>
    </message>
    <message>
        <source>{text} characters, as the model reads them.</source>
        <translation>{text} 个字符，与模型读到的一致。</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Dismiss the notice</source>
        <translation>关闭通知</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>Boxes</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy {value} code</source>
        <translation>复制 {value} 代码</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>横向滚动</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>BugDialog</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>{sentence} Nothing was sent anywhere. Your chats are kept.</source>
        <translation>{sentence} 没有发送任何内容。您的对话已保存。</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>A capable programmer; code is where drafts gain the most.</source>
        <translation>能干的程序员；草稿在代码上收益最大。</translation>
    </message>
    <message>
        <source>A classic that continues a text; it was never taught to chat. Pair it with DistilGPT-2.</source>
        <translation>续写文本的经典模型；从未学过聊天。可与 DistilGPT-2 搭配。</translation>
    </message>
    <message>
        <source>A middle way between speed and sense; not for commercial use.</source>
        <translation>速度与理解力的折中；不可商用。</translation>
    </message>
    <message>
        <source>A step up from the starter, which drafts for it.</source>
        <translation>比入门模型更进一步，入门模型可为它起草。</translation>
    </message>
    <message>
        <source>Answers well for its size, best at code; a draft of its own comes with Foreword.</source>
        <translation>以其大小而言回答得很好，最擅长代码；Foreword 自带它的专属草稿。</translation>
    </message>
    <message>
        <source>Careful answers, on a machine with 24 GB of memory.</source>
        <translation>回答细致，适合 24 GB 内存的机器。</translation>
    </message>
    <message>
        <source>For larger programs, on a machine with 24 GB of memory.</source>
        <translation>适合较大的程序，需要 24 GB 内存的机器。</translation>
    </message>
    <message>
        <source>Friendly and quick, best in English.</source>
        <translation>友好而快速，最擅长英语。</translation>
    </message>
    <message>
        <source>Good answers in many languages on a small machine.</source>
        <translation>在小机器上用多种语言给出不错的回答。</translation>
    </message>
    <message>
        <source>Good at many languages. It forgets what lies far back, so no draft can write ahead of it yet.</source>
        <translation>擅长多种语言。它会忘记很久以前的内容，因此草稿还不能为它预写。</translation>
    </message>
    <message>
        <source>Knows a good deal and writes well; wants 16 GB of memory.</source>
        <translation>知识丰富，文笔好；需要 16 GB 内存。</translation>
    </message>
    <message>
        <source>Long texts in many languages; a draft for it can be made here.</source>
        <translation>多种语言的长文本；可在这里为它制作草稿。</translation>
    </message>
    <message>
        <source>Only a draft: it writes ahead for Mistral Small and chats badly.</source>
        <translation>只作草稿：为 Mistral Small 预写，不擅长聊天。</translation>
    </message>
    <message>
        <source>Plain English chat and rewriting; the starter drafts for it.</source>
        <translation>简单的英语聊天与改写；入门模型可为它起草。</translation>
    </message>
    <message>
        <source>Strong for its size at reasoning and languages.</source>
        <translation>以其大小而言，推理和语言能力很强。</translation>
    </message>
    <message>
        <source>The all-rounder for a machine with 16 GB of memory.</source>
        <translation>16 GB 内存机器上的全能选手。</translation>
    </message>
    <message>
        <source>The draft for GPT-2: the same tokens in half the layers.</source>
        <translation>GPT-2 的草稿：相同的词元，一半的层数。</translation>
    </message>
    <message>
        <source>The draft for the larger Llama 3 models; also a quick chat.</source>
        <translation>较大 Llama 3 模型的草稿；也可快速聊天。</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen2.5 Coder models; also answers alone on a small machine.</source>
        <translation>较大 Qwen2.5 Coder 模型的草稿；在小机器上也能单独回答。</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen2.5 models; also answers alone.</source>
        <translation>较大 Qwen2.5 模型的草稿；也能单独回答。</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen3 models; thinks before it answers.</source>
        <translation>较大 Qwen3 模型的草稿；先思考再回答。</translation>
    </message>
    <message>
        <source>The largest here, for a machine with 32 GB of memory.</source>
        <translation>这里最大的模型，适合 32 GB 内存的机器。</translation>
    </message>
    <message>
        <source>The smallest Gemma. It runs without a draft, and so do those it could draft for.</source>
        <translation>最小的 Gemma。它不用草稿运行，它本可为之起草的模型也是如此。</translation>
    </message>
    <message>
        <source>The starter: tiny and quick, good for trying things; it often gets facts wrong.</source>
        <translation>入门模型：小而快，适合尝试；常常弄错事实。</translation>
    </message>
    <message>
        <source>Thinks before it answers, and fits nearly anywhere.</source>
        <translation>先思考再回答，几乎任何机器都能运行。</translation>
    </message>
    <message>
        <source>Widely used and well behaved, best in English.</source>
        <translation>应用广泛、表现良好，最擅长英语。</translation>
    </message>
    <message>
        <source>Writes and explains code; not for commercial use.</source>
        <translation>编写并解释代码；不可商用。</translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>Bars are medians, lines the range of the runs, the dashed line is plain. * The computer was busy with something else meanwhile.</source>
        <translation>柱为中位数，线为各次运行的范围，虚线为普通解码。* 期间电脑还在忙其他事情。</translation>
    </message>
    <message>
        <source>Chart of speed against plain, by pair and kind of prompt</source>
        <translation>按模型对和提示词类型列出的相对普通解码的速度图</translation>
    </message>
    <message>
        <source>From {min} to {max} tokens per second, {value} at the end</source>
        <translation>每秒 {min} 到 {max} 个词元，最后为 {value}</translation>
    </message>
    <message>
        <source>Graph of tokens per second</source>
        <translation>每秒词元数曲线</translation>
    </message>
    <message>
        <source>Graph of tokens per second and acceptance over the reply</source>
        <translation>回复过程中每秒词元数与接受率曲线</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>Tokens gained in each round</source>
        <translation>每轮获得的词元</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>plain {plain}</source>
        <translation>普通 {plain}</translation>
    </message>
    <message>
        <source>times plain</source>
        <translation>相对普通的倍数</translation>
    </message>
    <message>
        <source>tokens of the reply</source>
        <translation>回复的词元</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>{count} rounds of {tokens}</source>
        <translation>{count} 轮得到 {tokens} 个</translation>
    </message>
    <message>
        <source>{pair}, {label}: {ratio} times plain</source>
        <translation>{pair}，{label}：普通的 {ratio} 倍</translation>
    </message>
    <message>
        <source>{tokens_per_s} tokens per second now</source>
        <translation>现在每秒 {tokens_per_s} 个词元</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%Ln near-ties.</source>
        <comment>%Ln near-tie.</comment>
        <translation>
            <numerusform>%Ln 处近似平局。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <comment>%Ln run</comment>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Alike in {alike} of {runs} runs:&lt;/b&gt; in the others two words were so close that rounding decided between them.</source>
        <translation>&lt;b&gt;{runs} 次运行中有 {alike} 次相同：&lt;/b&gt;其余运行中有两个词过于接近，由舍入决定。</translation>
    </message>
    <message>
        <source>&lt;b&gt;First difference at token {place}&lt;/b&gt;</source>
        <translation>&lt;b&gt;首个差异在第 {place} 个词元&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;First difference at token {place}&lt;/b&gt;, gap {gap}</source>
        <translation>&lt;b&gt;首个差异在第 {place} 个词元&lt;/b&gt;，差距 {gap}</translation>
    </message>
    <message>
        <source>&lt;b&gt;Identical:&lt;/b&gt; all {tokens} tokens are the same.</source>
        <translation>&lt;b&gt;完全相同：&lt;/b&gt;全部 {tokens} 个词元一致。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Identical:&lt;/b&gt; both texts are the same in all {alike} runs.</source>
        <translation>&lt;b&gt;完全相同：&lt;/b&gt;两份文本在全部 {alike} 次运行中一致。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sampled by rejection:&lt;/b&gt; each text is its own draw from the same distribution, so they may differ. The rule Coupled, or temperature 0, shows the same text twice.</source>
        <translation>&lt;b&gt;拒绝采样：&lt;/b&gt;每份文本各自从同一分布抽取，因此可以不同。使用“耦合”规则或温度 0 会得到两份相同的文本。</translation>
    </message>
    <message>
        <source>&gt;Accepted</source>
        <translation>&gt;接受</translation>
    </message>
    <message>
        <source>&gt;Plain</source>
        <translation>&gt;普通</translation>
    </message>
    <message>
        <source>&gt;Ratio</source>
        <translation>&gt;倍数</translation>
    </message>
    <message>
        <source>&gt;Runs</source>
        <translation>&gt;运行</translation>
    </message>
    <message>
        <source>&gt;Speculative</source>
        <translation>&gt;投机</translation>
    </message>
    <message>
        <source>A prompt to run both ways</source>
        <translation>用两种方式运行的提示词</translation>
    </message>
    <message>
        <source>All four sets</source>
        <translation>全部四组</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>与设置一致</translation>
    </message>
    <message>
        <source>Both texts are the same, token by token</source>
        <translation>两份文本逐词元相同</translation>
    </message>
    <message>
        <source>Both ways run one after the other, from the same start.</source>
        <translation>两种方式从同一起点先后运行。</translation>
    </message>
    <message>
        <source>Both ways run one after the other, from the same start. Choose what to ask, then Run.</source>
        <translation>两种方式从同一起点先后运行。选择要问的内容，然后点“运行”。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>关闭比较</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>Delete all past comparisons?</source>
        <translation>删除以往的所有比较？</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部删除…</translation>
    </message>
    <message>
        <source>Delete selected</source>
        <translation>删除所选</translation>
    </message>
    <message>
        <source>Each text is its own draw from the same distribution</source>
        <translation>每份文本各自从同一分布抽取</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>How often each prompt is run both ways</source>
        <translation>每个提示词用两种方式运行的次数</translation>
    </message>
    <message>
        <source>Last question</source>
        <translation>最后的问题</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>最长回复</translation>
    </message>
    <message>
        <source>Models compared</source>
        <translation>所比较的模型</translation>
    </message>
    <message>
        <source>My prompt</source>
        <translation>我的提示词</translation>
    </message>
    <message>
        <source>Nothing was compared yet. Each run is kept here with its figures, never with a word of what was asked or answered.</source>
        <translation>尚未进行过比较。每次运行的数据会保存在这里，但绝不保存问题或回答的任何文字。</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>One run is left out, since drafts alone cannot be that fast.</source>
        <translation>已略去一次运行，因为单靠草稿不可能这么快。</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>模型对</translation>
    </message>
    <message>
        <source>Past comparisons</source>
        <translation>以往的比较</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>图片 (PNG)…</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Ratio of speeds</source>
        <translation>速度之比</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the comparison</source>
        <translation>开始比较</translation>
    </message>
    <message>
        <source>Run {number} of {runs}: {name}</source>
        <translation>第 {number} 次运行，共 {runs} 次：{name}</translation>
    </message>
    <message>
        <source>Run {number}, {first}</source>
        <translation>第 {number} 次运行，{first}</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs of each prompt</source>
        <translation>每个提示词的运行次数</translation>
    </message>
    <message>
        <source>Runs that are over</source>
        <translation>已结束的运行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save chart (PNG)…</source>
        <translation>保存图表 (PNG)…</translation>
    </message>
    <message>
        <source>Save table (CSV)…</source>
        <translation>保存表格 (CSV)…</translation>
    </message>
    <message>
        <source>Save this comparison</source>
        <translation>保存此次比较</translation>
    </message>
    <message>
        <source>Set: chat</source>
        <translation>组：聊天</translation>
    </message>
    <message>
        <source>Set: code</source>
        <translation>组：代码</translation>
    </message>
    <message>
        <source>Set: edits</source>
        <translation>组：修改</translation>
    </message>
    <message>
        <source>Set: summaries</source>
        <translation>组：摘要</translation>
    </message>
    <message>
        <source>Speculative</source>
        <translation>投机</translation>
    </message>
    <message>
        <source>Speculative is</source>
        <translation>投机解码的速度是普通解码的</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the comparison</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <source>Stopped after {runs} of {runs2} runs, which are kept.</source>
        <translation>完成 {runs2} 次中的 {runs} 次后停止，已完成的已保留。</translation>
    </message>
    <message>
        <source>Stopped before both ways had run, so there is no verdict.</source>
        <translation>两种方式尚未都运行就已停止，因此没有结论。</translation>
    </message>
    <message>
        <source>Table (CSV)…</source>
        <translation>表格 (CSV)…</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The computer was busy with something else during {busy} of {runs} runs.</source>
        <translation>{runs} 次运行中有 {busy} 次电脑还在忙其他事情。</translation>
    </message>
    <message>
        <source>The computer was busy with something else meanwhile.</source>
        <translation>期间电脑还在忙其他事情。</translation>
    </message>
    <message>
        <source>The computer was busy with something else, so that the figures say less</source>
        <translation>电脑还在忙其他事情，数据的说服力较低</translation>
    </message>
    <message>
        <source>The history cannot be changed on disk.</source>
        <translation>无法更改磁盘上的历史。</translation>
    </message>
    <message>
        <source>The history cannot be written; it lasts until Foreword is closed.</source>
        <translation>无法写入历史；关闭 Foreword 后将丢失。</translation>
    </message>
    <message>
        <source>The history was written by a newer Foreword and is left untouched.</source>
        <translation>历史由更新版本的 Foreword 写入，未作改动。</translation>
    </message>
    <message>
        <source>The median, and the range of the runs</source>
        <translation>中位数与各次运行的范围</translation>
    </message>
    <message>
        <source>The open chat has no question yet. Choose a set, or write a prompt.</source>
        <translation>打开的对话中还没有问题。请选择一组，或写一个提示词。</translation>
    </message>
    <message>
        <source>The replies are too short to tell their speed.</source>
        <translation>回复太短，无法判断速度。</translation>
    </message>
    <message>
        <source>There is no question in this chat yet. Write a prompt below, or choose a set.</source>
        <translation>此对话中还没有问题。请在下方写一个提示词，或选择一组。</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>This run could not be kept in the history.</source>
        <translation>此次运行未能存入历史。</translation>
    </message>
    <message>
        <source>Two words were so close that rounding decided between them</source>
        <translation>两个词过于接近，由舍入决定</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Waits for its turn.</source>
        <translation>等待轮到它。</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>要问什么</translation>
    </message>
    <message>
        <source>What speaks against it</source>
        <translation>需要注意的地方</translation>
    </message>
    <message>
        <source>What will be asked</source>
        <translation>将要问的内容</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Where a reply ends at the latest</source>
        <translation>回复最迟在哪里结束</translation>
    </message>
    <message>
        <source>Which run this is</source>
        <translation>这是哪次运行</translation>
    </message>
    <message>
        <source>With the chat before it: {short}</source>
        <translation>连同之前的对话：{short}</translation>
    </message>
    <message>
        <source>a blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>as fast as plain for this question on this computer ({lowest}× to {highest}× over {told} runs).</source>
        <translation>就这个问题、在这台电脑上而言（{told} 次运行，{lowest}× 至 {highest}×）。</translation>
    </message>
    <message>
        <source>as fast as plain for this question on this computer.</source>
        <translation>就这个问题、在这台电脑上而言。</translation>
    </message>
    <message>
        <source>as fast as plain on this computer: the median of {prompts} prompts, which range from {lowest}× to {highest}×.</source>
        <translation>在这台电脑上：{prompts} 个提示词的中位数，范围 {lowest}× 至 {highest}×。</translation>
    </message>
    <message>
        <source>as fast as plain: the draft costs more than it brings here.</source>
        <translation>草稿在这里得不偿失。</translation>
    </message>
    <message>
        <source>as fast as plain: the draft neither helps nor hurts here.</source>
        <translation>草稿在这里既无帮助也无妨碍。</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>繁忙</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>one token at a time</source>
        <translation>一次一个词元</translation>
    </message>
    <message>
        <source>own prompt</source>
        <translation>自己的提示词</translation>
    </message>
    <message>
        <source>plain first</source>
        <translation>先普通</translation>
    </message>
    <message>
        <source>question from a chat</source>
        <translation>对话中的问题</translation>
    </message>
    <message>
        <source>reading the question</source>
        <translation>正在读问题</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>speculative first</source>
        <translation>先投机</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>结尾</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{fastest} times as fast was measured, which drafts alone cannot bring: the computer was busy with something else. Run it again.</source>
        <translation>测得 {fastest} 倍，单靠草稿不可能做到：电脑还在忙其他事情。请再运行一次。</translation>
    </message>
    <message>
        <source>{form}, {device}, temperature {temperature:g}</source>
        <translation>{form}，{device}，温度 {temperature:g}</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>无法写入 {path}。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{place}: two words were so close that rounding decided between them.</source>
        <translation>{place}：两个词过于接近，由舍入决定。</translation>
    </message>
    <message>
        <source>{place}: {plain} plainly, {speculative} speculatively. They were so close that rounding decided between them.</source>
        <translation>{place}：普通为 {plain}，投机为 {speculative}。两者过于接近，由舍入决定。</translation>
    </message>
    <message>
        <source>{prompts} prompts, {runs} runs, each both ways; this takes a while.</source>
        <translation>{prompts} 个提示词，{runs} 次运行，每次都用两种方式；需要一些时间。</translation>
    </message>
    <message>
        <source>{refused} runs are left out, since drafts alone cannot be that fast.</source>
        <translation>已略去 {refused} 次运行，因为单靠草稿不可能这么快。</translation>
    </message>
    <message>
        <source>{seconds} s to first token · {count}</source>
        <translation>首个词元 {seconds} 秒 · {count}</translation>
    </message>
    <message>
        <source>{target}, drafting from words seen before</source>
        <translation>{target}，用见过的内容起草</translation>
    </message>
    <message>
        <source>{text}, time {repeat} of {repeats}</source>
        <translation>{text}，第 {repeat} 遍，共 {repeats} 遍</translation>
    </message>
    <message>
        <source>{title} reply</source>
        <translation>{title}的回复</translation>
    </message>
    <message>
        <source>{title} speed</source>
        <translation>{title}的速度</translation>
    </message>
    <message>
        <source>{value} % accepted · {mean_acceptance_length} a round</source>
        <translation>接受 {value} % · 每轮 {mean_acceptance_length} 个</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Attach files: text, code, PDF, office documents</source>
        <translation>附加文件：文本、代码、PDF、Office 文档</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends</source>
        <translation>Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc 停止</translation>
    </message>
    <message>
        <source>Length of the prompt</source>
        <translation>提示词长度</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Message Foreword…</source>
        <translation>给 Foreword 发消息…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Shift+Enter for a new line</source>
        <translation>Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>The whole chat with this message, as the model will read it</source>
        <translation>包含此消息的整个对话，即模型将读到的内容</translation>
    </message>
</context>
<context>
    <name>CudaMissing</name>
    <message>
        <source>The NVIDIA card or its driver is too old for this edition of Foreword, so the processor computes. A newer driver may change that.</source>
        <translation>NVIDIA 显卡或其驱动程序对于此版本的 Foreword 来说过旧，因此由处理器计算。更新驱动程序可能会有帮助。</translation>
    </message>
    <message>
        <source>This edition of Foreword computes on NVIDIA cards, and no NVIDIA driver was found, so the processor computes. The smaller CPU edition does the same.</source>
        <translation>此版本的 Foreword 使用 NVIDIA 显卡计算，但未找到 NVIDIA 驱动程序，因此由处理器计算。较小的 CPU 版本效果相同。</translation>
    </message>
</context>
<context>
    <name>CudaOffer</name>
    <message>
        <source>Get the CUDA edition</source>
        <translation>获取 CUDA 版本</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA graphics card. This edition of Foreword computes on the processor only; the CUDA edition uses the card.</source>
        <translation>这台电脑有 NVIDIA 显卡。此版本的 Foreword 只用处理器计算；CUDA 版本会使用显卡。</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message numerus="yes">
        <source>%Ln settings were read.</source>
        <comment>One setting was read.</comment>
        <translation>
            <numerusform>已读取 %Ln 项设置。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Left out, because this Foreword does not know it: {names}</source>
        <translation>已略去，因为此版本的 Foreword 不认识：{names}</translation>
    </message>
    <message>
        <source>Left out: {reason}</source>
        <translation>已略去：{reason}</translation>
    </message>
    <message>
        <source>The settings were written to {path}.</source>
        <translation>设置已写入 {path}。</translation>
    </message>
    <message>
        <source>This system has no tray; closing ends Foreword.</source>
        <translation>此系统没有托盘；关闭窗口即退出 Foreword。</translation>
    </message>
    <message>
        <source>{path} cannot be opened here.</source>
        <translation>无法在这里打开 {path}。</translation>
    </message>
    <message>
        <source>{path} cannot be written. Choose another folder.</source>
        <translation>{path} 无法写入。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path} holds no settings of Foreword. Nothing is changed.</source>
        <translation>{path} 中没有 Foreword 的设置。未作任何更改。</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>A draft writes ahead, the model checks every word.</source>
        <translation>草稿先行预写，模型逐词核对。</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Choose one of those on this computer.</source>
        <translation>请从本机已有的模型中选择一个。</translation>
    </message>
    <message>
        <source>Explain in three sentences why the sky is blue.</source>
        <translation>用三句话解释天空为什么是蓝色的。</translation>
    </message>
    <message>
        <source>Foreword answers with a model that lives on this computer. Get one once; after that it works without a network.</source>
        <translation>Foreword 用存放在这台电脑上的模型回答。只需获取一次，之后无需网络。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载中</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Write a Python function that merges two sorted lists.</source>
        <translation>写一个合并两个有序列表的 Python 函数。</translation>
    </message>
    <message>
        <source>Write a polite letter: the heating has been cold since Monday.</source>
        <translation>写一封礼貌的信：暖气从周一起就不热了。</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message numerus="yes">
        <source> %Ln others could not be read.</source>
        <comment> One could not be read.</comment>
        <translation>
            <numerusform> 另有 %Ln 条无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source> The damaged file was kept as {path}.</source>
        <translation> 损坏的文件已保留为 {path}。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages of this chat cannot be read and are left out.</source>
        <comment>One message of this chat cannot be read and is left out.</comment>
        <translation>
            <numerusform>此对话中有 %Ln 条消息无法读取，已略去。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>A draft is being made, which takes the whole computer. Pause it in Models first.</source>
        <translation>正在制作草稿，需要占用整台电脑。请先在“模型”中暂停。</translation>
    </message>
    <message>
        <source>A reply is still being written. Stop it first, or wait for its end.</source>
        <translation>回复仍在生成。请先停止，或等待其结束。</translation>
    </message>
    <message>
        <source>Cannot be verified: the chat was read with a longer context than is loaded now. Set a longer one in Settings.</source>
        <translation>无法验证：该对话是以比现在更长的上下文读取的。请在设置中设得更长。</translation>
    </message>
    <message>
        <source>Cannot be verified: {error}</source>
        <translation>无法验证：{error}</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one in Models first.</source>
        <translation>尚未加载模型。请先在“模型”中选择一个。</translation>
    </message>
    <message>
        <source>Speculation is off because the draft cannot be used. {error}</source>
        <translation>草稿不可用，因此投机已关闭。{error}</translation>
    </message>
    <message>
        <source>The file of chats cannot be read ({path}). Start Foreword again: what can be saved of it will be.</source>
        <translation>无法读取对话文件（{path}）。请重新启动 Foreword：能挽救的内容将被挽救。</translation>
    </message>
    <message>
        <source>The file of chats was damaged and could not be read. It was kept as {damaged_path}.</source>
        <translation>对话文件已损坏且无法读取。已保留为 {damaged_path}。</translation>
    </message>
    <message numerus="yes">
        <source>The file of chats was damaged: %Ln messages were saved from it.</source>
        <comment>The file of chats was damaged: one message was saved from it.</comment>
        <translation>
            <numerusform>对话文件已损坏：从中挽救了 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>The last reply is just being stopped. Try again in a moment.</source>
        <translation>上一条回复正在停止。请稍后再试。</translation>
    </message>
    <message>
        <source>The message is empty. Write something to answer.</source>
        <translation>消息为空。请写点内容。</translation>
    </message>
    <message>
        <source>The model is still loading. Send it again in a moment.</source>
        <translation>模型仍在加载。请稍后再发送。</translation>
    </message>
    <message>
        <source>There is no model called {name!r} here any more. Choose another one in Models.</source>
        <translation>这里已没有名为 {name!r} 的模型。请在“模型”中另选一个。</translation>
    </message>
    <message>
        <source>Too long: {tokens} tokens, and the model can hold {context_length} with its reply</source>
        <translation>太长：{tokens} 个词元，而模型连同回复只能容纳 {context_length} 个</translation>
    </message>
    <message>
        <source>What the draft brings is just being measured. Try again in a moment.</source>
        <translation>正在测量草稿的效果。请稍后再试。</translation>
    </message>
    <message>
        <source>Your chats were kept by a newer Foreword (format {version}, this one knows {known_version}) and are left untouched in {path}. Update Foreword to open them; until then, chats are not kept.</source>
        <translation>您的对话由更新版本的 Foreword 保存（格式 {version}，此版本支持 {known_version}），原样留在 {path}。请更新 Foreword 后打开；在此之前不保存对话。</translation>
    </message>
    <message>
        <source>{error} Until then, chats are not kept.</source>
        <translation>{error} 在此之前不保存对话。</translation>
    </message>
    <message>
        <source>{id} is not on this machine yet ({size_bytes}). Get it in Models.</source>
        <translation>{id} 尚未在这台机器上（{size_bytes}）。请在“模型”中获取。</translation>
    </message>
    <message numerus="yes">
        <source>{tokens} · the %Ln oldest messages will be left out</source>
        <comment>{tokens} · the oldest message will be left out</comment>
        <translation>
            <numerusform>{tokens} · 将略去最早的 %Ln 条消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message numerus="yes">
        <source>%Ln chats imported</source>
        <comment>One chat imported</comment>
        <translation>
            <numerusform>已导入 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats were exported as {name}.</source>
        <comment>The chat was exported as {name}.</comment>
        <translation>
            <numerusform>已将 %Ln 个对话导出为 {name}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats were imported.</source>
        <comment>One chat was imported.</comment>
        <translation>
            <numerusform>已导入 %Ln 个对话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln had no messages.</source>
        <comment>One had no messages.</comment>
        <translation>
            <numerusform>%Ln 个没有消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already.</source>
        <comment>One was there already.</comment>
        <translation>
            <numerusform>%Ln 个已经存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Another import or export is still running.</source>
        <translation>另一个导入或导出仍在进行。</translation>
    </message>
    <message>
        <source>Attached: {name}</source>
        <translation>附件：{name}</translation>
    </message>
    <message>
        <source>Chats are not kept in this session, so none can be imported or exported.</source>
        <translation>本次会话不保存对话，因此无法导入或导出。</translation>
    </message>
    <message>
        <source>Chats of Foreword, ChatGPT or LM Studio (*.json *.zip)</source>
        <translation>Foreword、ChatGPT 或 LM Studio 的对话 (*.json *.zip)</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>导出所有对话</translation>
    </message>
    <message>
        <source>Export chat</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Exporting chats</source>
        <translation>正在导出对话</translation>
    </message>
    <message>
        <source>Failed here.</source>
        <translation>在此处失败。</translation>
    </message>
    <message>
        <source>Foreword chats</source>
        <translation>Foreword 对话</translation>
    </message>
    <message>
        <source>Foreword, all that is kept (*.json)</source>
        <translation>Foreword，全部保存内容 (*.json)</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>正在导入对话</translation>
    </message>
    <message>
        <source>Interrupted here.</source>
        <translation>在此处中断。</translation>
    </message>
    <message>
        <source>Markdown, one file a chat (*.zip)</source>
        <translation>Markdown，每个对话一个文件 (*.zip)</translation>
    </message>
    <message>
        <source>Markdown, to be read (*.md)</source>
        <translation>Markdown，便于阅读 (*.md)</translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>没有导入任何对话。</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped here.</source>
        <translation>在此处停止。</translation>
    </message>
    <message>
        <source>The import was stopped; what was read is kept.</source>
        <translation>导入已停止；已读取的部分已保留。</translation>
    </message>
    <message>
        <source>There are no chats in what was chosen.</source>
        <translation>所选内容中没有对话。</translation>
    </message>
    <message>
        <source>These files could not be opened: {names}.</source>
        <translation>无法打开这些文件：{names}。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>it is no chat of a known form</source>
        <translation>不是已知格式的对话</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>it is too large to be a chat</source>
        <translation>太大，不可能是对话</translation>
    </message>
    <message>
        <source>number {number} ({reason})</source>
        <translation>第 {number} 个（{reason}）</translation>
    </message>
    <message>
        <source>number {number} in {file} ({reason})</source>
        <translation>{file} 中的第 {number} 个（{reason}）</translation>
    </message>
    <message>
        <source>part of it is damaged</source>
        <translation>部分内容已损坏</translation>
    </message>
    <message>
        <source>the file ends in the middle of it</source>
        <translation>文件在中途结束</translation>
    </message>
    <message>
        <source>{bad} of {all} chats could not be read: {which}, and others.</source>
        <translation>{all} 个对话中有 {bad} 个无法读取：{which} 等。</translation>
    </message>
    <message>
        <source>{bad} of {all} chats could not be read: {which}.</source>
        <translation>{all} 个对话中有 {bad} 个无法读取：{which}。</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Everything you have written, and a backup of it.</source>
        <translation>您写过的一切及其备份。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the folder: {name}</source>
        <translation>打开文件夹：{name}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>To keep everything in another place, close Foreword, move the folders and start it with the environment variable FOREWORD_HOME set to where they are.</source>
        <translation>若要把所有内容放在别处，请关闭 Foreword，移动这些文件夹，然后将环境变量 FOREWORD_HOME 设为新位置再启动。</translation>
    </message>
    <message>
        <source>What stands in this dialog.</source>
        <translation>此对话框中的内容。</translation>
    </message>
    <message>
        <source>What was downloaded; it can be had again.</source>
        <translation>下载的内容；可以重新获取。</translation>
    </message>
    <message>
        <source>What went wrong, if anything did; never what was said.</source>
        <translation>记录出错之处；绝不记录对话内容。</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>A GGUF file</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <source>A folder with config.json, safetensors</source>
        <translation>含 config.json、safetensors 的文件夹</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Choose a model's folder</source>
        <translation>选择模型所在的文件夹</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy it, so that it stays</source>
        <translation>复制一份，使其保留</translation>
    </message>
    <message>
        <source>Copy of {name}</source>
        <translation>{name} 的副本</translation>
    </message>
    <message>
        <source>Copy {name}</source>
        <translation>复制 {name}</translation>
    </message>
    <message>
        <source>Copying {name}…</source>
        <translation>正在复制 {name}…</translation>
    </message>
    <message>
        <source>Copying, {done} of {total}</source>
        <translation>正在复制，{done} / {total}</translation>
    </message>
    <message>
        <source>List it where it lies; nothing is copied</source>
        <translation>就地列出；不复制任何内容</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>重新查找模型</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Models (*.gguf *.GGUF)</source>
        <translation>模型 (*.gguf *.GGUF)</translation>
    </message>
    <message>
        <source>Models that LM Studio, Ollama or the Hugging Face cache keep on this computer. Use one where it lies, or copy it so that it stays when the other program removes it. No code from a model is ever run.</source>
        <translation>LM Studio、Ollama 或 Hugging Face 缓存在这台电脑上的模型。可就地使用，也可复制一份，以便其他程序删除后仍能保留。绝不运行模型中的代码。</translation>
    </message>
    <message>
        <source>No other program has models here.</source>
        <translation>这里没有其他程序的模型。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop copying {name}</source>
        <translation>停止复制 {name}</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>使用 {name}</translation>
    </message>
    <message>
        <source>{name} is in your list now.</source>
        <translation>{name} 已在您的列表中。</translation>
    </message>
    <message>
        <source>{origin}; in your list</source>
        <translation>{origin}；已在您的列表中</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>All keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Drafted by a smaller model, and accepted by the model</source>
        <translation>由较小的模型起草，并被模型接受</translation>
    </message>
    <message>
        <source>Drafted by the model's own draft, and accepted by the model</source>
        <translation>由模型的专属草稿起草，并被模型接受</translation>
    </message>
    <message>
        <source>Found earlier in the chat, and accepted by the model</source>
        <translation>在对话前文中找到，并被模型接受</translation>
    </message>
    <message>
        <source>The draft was refused here; this word is the model's</source>
        <translation>此处草稿被拒绝；这个词是模型的</translation>
    </message>
    <message>
        <source>What the tints mean</source>
        <translation>各种着色的含义</translation>
    </message>
    <message>
        <source>Written by the model itself, without a draft or after one</source>
        <translation>由模型自己写出，没有草稿或在草稿之后</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>own draft</source>
        <translation>专属草稿</translation>
    </message>
    <message>
        <source>seen before</source>
        <translation>见过的</translation>
    </message>
    <message>
        <source>the model's own</source>
        <translation>模型自己的</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Access token for {host}</source>
        <translation>{host} 的访问令牌</translation>
    </message>
    <message>
        <source>Any kind</source>
        <translation>任何类型</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>任何大小</translation>
    </message>
    <message>
        <source>Back to suggestions</source>
        <translation>返回推荐</translation>
    </message>
    <message>
        <source>Being fetched, see below</source>
        <translation>正在获取，见下方</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the download of {name}</source>
        <translation>取消下载 {name}</translation>
    </message>
    <message>
        <source>Cannot be run here: {reason}.</source>
        <translation>无法在此运行：{reason}。</translation>
    </message>
    <message>
        <source>Check it again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Check it again, show it, or delete it</source>
        <translation>重新检查、显示或删除</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete it…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Delete {name} from this computer?</source>
        <translation>从这台电脑删除 {name}？</translation>
    </message>
    <message>
        <source>Download of {name}</source>
        <translation>下载 {name}</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Foreword is offline: {reason}. Nothing is searched or fetched until that is switched off.</source>
        <translation>Foreword 处于离线状态：{reason}。关闭该设置前不会搜索或下载任何内容。</translation>
    </message>
    <message>
        <source>Found on the hub</source>
        <translation>在模型库中找到</translation>
    </message>
    <message>
        <source>GGUF files</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Give a token…</source>
        <translation>填写令牌…</translation>
    </message>
    <message>
        <source>Hide files</source>
        <translation>隐藏文件</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>It holds nothing that can be run here.</source>
        <translation>其中没有可在此运行的内容。</translation>
    </message>
    <message>
        <source>Its file stays where it is.</source>
        <translation>其文件保留在原处。</translation>
    </message>
    <message>
        <source>Keep it in the system's key store</source>
        <translation>保存在系统的密钥存储中</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Looking for {text}…</source>
        <translation>正在查找 {text}…</translation>
    </message>
    <message>
        <source>More about {name}</source>
        <translation>关于 {name} 的更多操作</translation>
    </message>
    <message>
        <source>Needs about {memory} of memory</source>
        <translation>约需 {memory} 内存</translation>
    </message>
    <message>
        <source>Nothing came back</source>
        <translation>没有返回结果</translation>
    </message>
    <message>
        <source>Nothing like it that can be run here. Try fewer words, or show what cannot be run to see why.</source>
        <translation>没有类似且可在此运行的模型。请减少关键词，或显示无法运行的模型以查看原因。</translation>
    </message>
    <message>
        <source>Only when you search are these words sent, and only to {host}.</source>
        <translation>只有在您搜索时才会发送这些词，且只发送到 {host}。</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>打开其页面</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause the download of {name}</source>
        <translation>暂停下载 {name}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused at {done} of {total}</source>
        <translation>已暂停于 {done} / {total}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume the download of {name}</source>
        <translation>继续下载 {name}</translation>
    </message>
    <message>
        <source>Safetensors</source>
        <translation>Safetensors</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search by name, or paste owner/name or a page</source>
        <translation>按名称搜索，或粘贴 所有者/名称 或网页地址</translation>
    </message>
    <message>
        <source>Search for models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Show it in its folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show what cannot be run</source>
        <translation>显示无法运行的</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Stop it and delete what has arrived</source>
        <translation>停止并删除已下载的部分</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Take it off</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Take {name} off the list?</source>
        <translation>将 {name} 移出列表？</translation>
    </message>
    <message>
        <source>The whole folder of safetensors</source>
        <translation>整个 safetensors 文件夹</translation>
    </message>
    <message>
        <source>This computer has too little memory for it.</source>
        <translation>这台电脑的内存不足以运行它。</translation>
    </message>
    <message>
        <source>This frees {size}. It can be fetched again at any time.</source>
        <translation>将释放 {size}。随时可以重新获取。</translation>
    </message>
    <message>
        <source>This system has no key store, so the token is used until Foreword closes and kept nowhere.</source>
        <translation>此系统没有密钥存储，因此令牌仅在 Foreword 关闭前有效，不会保存。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try the download of {name} again</source>
        <translation>重新下载 {name}</translation>
    </message>
    <message>
        <source>Up to {size}</source>
        <translation>不超过 {size}</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Waiting for another download</source>
        <translation>等待另一个下载</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>约 {size}</translation>
    </message>
    <message>
        <source>draft: {name}</source>
        <translation>草稿：{name}</translation>
    </message>
    <message>
        <source>its licence has to be accepted on the hub</source>
        <translation>需要在模型库接受其许可</translation>
    </message>
    <message>
        <source>{count} downloads a month</source>
        <translation>每月 {count} 次下载</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{done} of {total}, {rate}/s</source>
        <translation>{done} / {total}，{rate}/秒</translation>
    </message>
    <message>
        <source>{done} of {total}, {rate}/s, {time} left</source>
        <translation>{done} / {total}，{rate}/秒，剩余 {time}</translation>
    </message>
    <message>
        <source>{host} hands this model only to people it knows. Make a token for reading in your account there and paste it here. It is sent to {host} only.</source>
        <translation>{host} 只向已知用户提供此模型。请在您的账户中创建一个只读令牌并粘贴到这里。它只会发送到 {host}。</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分钟</translation>
    </message>
    <message>
        <source>{id} is whole: every byte is as it was published.</source>
        <translation>{id} 完整无误：每个字节都与发布时一致。</translation>
    </message>
    <message>
        <source>{name} is in use. Load another model first.</source>
        <translation>{name} 正在使用。请先加载其他模型。</translation>
    </message>
</context>
<context>
    <name>LinkPrompt</name>
    <message>
        <source>A model wrote this address. It may not exist, or lead elsewhere.</source>
        <translation>这个地址是模型写的。它可能不存在，也可能指向别处。</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this page in your browser?</source>
        <translation>在浏览器中打开此页面？</translation>
    </message>
    <message>
        <source>The whole address</source>
        <translation>完整地址</translation>
    </message>
    <message>
        <source>Where it leads</source>
        <translation>指向何处</translation>
    </message>
    <message>
        <source>Write to this address with your mail program?</source>
        <translation>用邮件程序写信到此地址？</translation>
    </message>
</context>
<context>
    <name>Making</name>
    <message>
        <source> Private: it learnt from your questions too, so keep it on this computer.</source>
        <translation> 私密：它也从您的问题中学习过，因此请只保存在这台电脑上。</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>A draft for {target_name}</source>
        <translation>{target_name} 的草稿</translation>
    </message>
    <message>
        <source>All that was written and learnt for this draft is lost.</source>
        <translation>为此草稿写出和学到的一切都会丢失。</translation>
    </message>
    <message>
        <source>Also learn from my own chats</source>
        <translation>也从我自己的对话中学习</translation>
    </message>
    <message numerus="yes">
        <source>Also learn from my own chats (%Ln questions)</source>
        <comment>Also learn from my own chats (%Ln question)</comment>
        <translation>
            <numerusform>也从我自己的对话中学习（%Ln 个问题）</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete what is unfinished?</source>
        <translation>删除未完成的内容？</translation>
    </message>
    <message>
        <source>Deleting what is unfinished</source>
        <translation>正在删除未完成的内容</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Figures come after a tenth of the learning.</source>
        <translation>学习进行到十分之一后会有数据。</translation>
    </message>
    <message>
        <source>Figures come once the draft has begun to learn.</source>
        <translation>草稿开始学习后会有数据。</translation>
    </message>
    <message>
        <source>First word ahead</source>
        <translation>预写的第一个词</translation>
    </message>
    <message>
        <source>Fourth word ahead</source>
        <translation>预写的第四个词</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>How many of its words stand on text it has not seen, and what it took:</source>
        <translation>在未见过的文本上有多少词被保留，以及所用的代价：</translation>
    </message>
    <message>
        <source>It ends by then; longer is better.</source>
        <translation>到时结束；越长越好。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Learning took</source>
        <translation>学习用时</translation>
    </message>
    <message>
        <source>Made for this model from {written} of its own tokens</source>
        <translation>为此模型制作，用了它自己的 {written} 个词元</translation>
    </message>
    <message>
        <source>Make a draft</source>
        <translation>制作草稿</translation>
    </message>
    <message>
        <source>Make another</source>
        <translation>再制作一个</translation>
    </message>
    <message>
        <source>Making a draft for {name}</source>
        <translation>正在为 {name} 制作草稿</translation>
    </message>
    <message>
        <source>Making a draft for {name}: {step}, {share}</source>
        <translation>正在为 {name} 制作草稿：{step}，{share}</translation>
    </message>
    <message>
        <source>Making a draft for {name}: {step}, {share}, {time} left</source>
        <translation>正在为 {name} 制作草稿：{step}，{share}，剩余 {time}</translation>
    </message>
    <message>
        <source>Measuring: a few short replies…</source>
        <translation>测量中：几条简短的回复…</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>More foretell better and cost more.</source>
        <translation>越多预测越准，开销也越大。</translation>
    </message>
    <message>
        <source>Nearly done</source>
        <translation>即将完成</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Pausing: what was done is being kept</source>
        <translation>正在暂停：保留已完成的部分</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Second word ahead</source>
        <translation>预写的第二个词</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Stands on text it has not seen</source>
        <translation>在未见过的文本上被保留</translation>
    </message>
    <message>
        <source>Step 1 of 2</source>
        <translation>第 1 步，共 2 步</translation>
    </message>
    <message>
        <source>Step 2 of 2</source>
        <translation>第 2 步，共 2 步</translation>
    </message>
    <message>
        <source>Stop and delete what is unfinished</source>
        <translation>停止并删除未完成的内容</translation>
    </message>
    <message>
        <source>The draft is packed and kept</source>
        <translation>正在打包并保存草稿</translation>
    </message>
    <message>
        <source>The draft is ready</source>
        <translation>草稿已就绪</translation>
    </message>
    <message>
        <source>The draft learns to foretell them</source>
        <translation>草稿正在学习预测这些内容</translation>
    </message>
    <message>
        <source>The draft that is there already is replaced.</source>
        <translation>现有的草稿将被替换。</translation>
    </message>
    <message>
        <source>The model answers your own questions again, and the draft learns those answers. It may remember what you wrote: it is marked private and stays on this computer.</source>
        <translation>模型会重新回答您自己的问题，草稿从这些回答中学习。它可能记住您写过的内容：会被标为私密，只留在这台电脑上。</translation>
    </message>
    <message>
        <source>The model writes conversations</source>
        <translation>模型正在写对话</translation>
    </message>
    <message>
        <source>The model writes conversations, and a tiny draft learns to foretell its words, on this computer alone. The chat waits meanwhile; pause to use it.</source>
        <translation>模型写出对话，一个小草稿学习预测其用词，全部在这台电脑上进行。期间无法聊天；暂停即可使用。</translation>
    </message>
    <message>
        <source>Third word ahead</source>
        <translation>预写的第三个词</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens learnt, again and again</source>
        <translation>学习的词元（反复计数）</translation>
    </message>
    <message>
        <source>Tokens the draft may propose.</source>
        <translation>草稿可提出的词元。</translation>
    </message>
    <message>
        <source>Tokens written</source>
        <translation>写出的词元</translation>
    </message>
    <message>
        <source>Use it now</source>
        <translation>立即使用</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>What it brings</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>What it brings is measured when it is used.</source>
        <translation>使用时会测量效果。</translation>
    </message>
    <message>
        <source>What the model writes, at most.</source>
        <translation>模型最多写出的内容。</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>约 {time}</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>of the first words it drafts stand, on text it has not seen</source>
        <translation>的预写首词在未见过的文本上被保留</translation>
    </message>
    <message>
        <source>yes: it learnt from your questions</source>
        <translation>是：它从您的问题中学习过</translation>
    </message>
    <message>
        <source>{duration} left</source>
        <translation>剩余 {duration}</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} 词元/秒</translation>
    </message>
    <message>
        <source>{stands} % of its first words stand on text it has not seen</source>
        <translation>在未见过的文本上，预写首词有 {stands} % 被保留</translation>
    </message>
    <message>
        <source>{text}. The chat waits until it is paused or done.</source>
        <translation>{text}。暂停或完成前无法聊天。</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>Foreword did not end in order while {model} was in use, so it was not loaded by itself. If it took the computer's memory, choose a smaller one or a shorter context.</source>
        <translation>使用 {model} 时 Foreword 没有正常结束，因此未自动加载。如果是它耗尽了内存，请选择更小的模型或更短的上下文。</translation>
    </message>
    <message>
        <source>Load it anyway</source>
        <translation>仍然加载</translation>
    </message>
    <message>
        <source>Load it now</source>
        <translation>立即加载</translation>
    </message>
    <message>
        <source>What both would take of memory</source>
        <translation>两者所需的内存</translation>
    </message>
    <message>
        <source>{model} was let go after a while without use. It comes back when you write.</source>
        <translation>{model} 闲置一段时间后已释放。您写消息时会重新加载。</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>A .gguf file that lies on this computer</source>
        <translation>这台电脑上的 .gguf 文件</translation>
    </message>
    <message>
        <source>A draft for {name} is not finished; what was done is kept.</source>
        <translation>{name} 的草稿尚未完成；已完成的部分已保留。</translation>
    </message>
    <message>
        <source>Answers, and has the last word on every token.</source>
        <translation>负责回答，并对每个词元有最终决定权。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cannot draft for this model.</source>
        <translation>无法为此模型起草。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Download of {name}</source>
        <translation>下载 {name}</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Find more</source>
        <translation>查找更多</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Get it ({size_bytes})</source>
        <translation>获取 ({size_bytes})</translation>
    </message>
    <message>
        <source>Get {name}</source>
        <translation>获取 {name}</translation>
    </message>
    <message>
        <source>Getting {model}: {line}</source>
        <translation>正在获取 {model}：{line}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>Import a model file</source>
        <translation>导入模型文件</translation>
    </message>
    <message>
        <source>Import file…</source>
        <translation>导入文件…</translation>
    </message>
    <message>
        <source>It is the model itself: nothing would be gained.</source>
        <translation>这就是模型本身：不会有任何收益。</translation>
    </message>
    <message>
        <source>Its own draft</source>
        <translation>专属草稿</translation>
    </message>
    <message>
        <source>Load both and have a few short replies written</source>
        <translation>加载两者并写几条简短的回复</translation>
    </message>
    <message>
        <source>Make a draft for the marked model</source>
        <translation>为选中的模型制作草稿</translation>
    </message>
    <message>
        <source>Make a draft…</source>
        <translation>制作草稿…</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measure what the marked draft brings</source>
        <translation>测量选中草稿的效果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>无草稿</translation>
    </message>
    <message>
        <source>Not measured yet on this computer.</source>
        <translation>尚未在这台电脑上测量。</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Plain decoding, one token at a time; repeated text is still guessed from the chat.</source>
        <translation>普通解码，一次一个词元；重复的文本仍会从对话中猜测。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The draft for {target_name} is ready.</source>
        <translation>{target_name} 的草稿已就绪。</translation>
    </message>
    <message>
        <source>There is no model on this computer yet. {name} is a small one to start with.</source>
        <translation>这台电脑上还没有模型。{name} 很小，适合入门。</translation>
    </message>
    <message>
        <source>Train a tiny draft for the marked model, on this computer</source>
        <translation>在这台电脑上为选中的模型训练一个小草稿</translation>
    </message>
    <message>
        <source>Try anyway</source>
        <translation>仍要尝试</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>使用这些</translation>
    </message>
    <message>
        <source>Use these models</source>
        <translation>使用这些模型</translation>
    </message>
    <message>
        <source>What the draft brings</source>
        <translation>草稿的效果</translation>
    </message>
    <message>
        <source>Writes ahead. It must share the model's tokens.</source>
        <translation>先行预写。必须与模型使用相同的词元。</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>its own draft</source>
        <translation>其专属草稿</translation>
    </message>
    <message>
        <source>{name} as draft</source>
        <translation>{name} 作为草稿</translation>
    </message>
    <message>
        <source>{name} as model</source>
        <translation>{name} 作为模型</translation>
    </message>
</context>
<context>
    <name>MoreButton</name>
    <message numerus="yes">
        <source>%Ln characters more</source>
        <comment>%Ln character more</comment>
        <translation>
            <numerusform>还有 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{number} %</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} 秒</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>All commands</source>
        <translation>所有命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Filter the commands</source>
        <translation>筛选命令</translation>
    </message>
    <message>
        <source>No command answers to that.</source>
        <translation>没有匹配的命令。</translation>
    </message>
    <message>
        <source>What to do…</source>
        <translation>要做什么…</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Another preset has this name.</source>
        <translation>已有同名的预设。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chats that choose it are given what stands here. Those that have it already keep what they were given; choose it again there to take over a change.</source>
        <translation>选用它的对话会得到这里的内容。已在使用的对话保持原样；要采用更改，请在那里重新选择。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Delete the preset {name}?</source>
        <translation>删除预设 {name}？</translation>
    </message>
    <message>
        <source>Don't save</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>请取一个名称。</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Holds for the open chat from its next reply on, and is kept with it.</source>
        <translation>从下一条回复起对打开的对话生效，并随对话保存。</translation>
    </message>
    <message>
        <source>It cannot be brought back. Chats that have it keep what they were given.</source>
        <translation>无法恢复。已使用它的对话会保留所得的内容。</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>New chats begin with it</source>
        <translation>新对话以此开始</translation>
    </message>
    <message>
        <source>New preset</source>
        <translation>新预设</translation>
    </message>
    <message>
        <source>Otherwise what you typed here is lost.</source>
        <translation>否则您在这里输入的内容将会丢失。</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>自定义值</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as a preset</source>
        <translation>另存为预设</translation>
    </message>
    <message>
        <source>Save the changes to {name}?</source>
        <translation>保存对 {name} 的更改？</translation>
    </message>
    <message>
        <source>Save the new preset?</source>
        <translation>保存新预设？</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Style of the chat: {name}</source>
        <translation>对话风格：{name}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation>系统提示词与预设</translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation>系统提示词与预设…</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>This chat and the presets</source>
        <translation>此对话与预设</translation>
    </message>
    <message>
        <source>This chat is written with: {name}, {prompt}</source>
        <translation>此对话使用：{name}，{prompt}</translation>
    </message>
    <message>
        <source>Told to the model before the chat: Answer briefly.</source>
        <translation>对话开始前告诉模型：请简短回答。</translation>
    </message>
    <message>
        <source>Use for this chat</source>
        <translation>用于此对话</translation>
    </message>
    <message>
        <source>Use what you changed for this chat?</source>
        <translation>将您的更改用于此对话？</translation>
    </message>
    <message>
        <source>with a system prompt</source>
        <translation>有系统提示词</translation>
    </message>
    <message>
        <source>without a system prompt</source>
        <translation>无系统提示词</translation>
    </message>
    <message>
        <source>{name} (new chats)</source>
        <translation>{name}（新对话）</translation>
    </message>
</context>
<context>
    <name>Proofs</name>
    <message>
        <source>Cannot be verified: it was not kept how this reply was asked for.</source>
        <translation>无法验证：没有保存这条回复的请求方式。</translation>
    </message>
    <message>
        <source>Cannot be verified: its beginning was written while more of the chat had room, and what that was is not kept.</source>
        <translation>无法验证：其开头写于容纳更多对话内容之时，而那些内容没有保存。</translation>
    </message>
    <message>
        <source>Cannot be verified: no model is loaded.</source>
        <translation>无法验证：尚未加载模型。</translation>
    </message>
    <message>
        <source>Cannot be verified: the seed of this reply was not kept.</source>
        <translation>无法验证：没有保存这条回复的种子。</translation>
    </message>
    <message>
        <source>Cannot be verified: there are no tokens in this reply.</source>
        <translation>无法验证：这条回复中没有词元。</translation>
    </message>
    <message>
        <source>Cannot be verified: {target_id} wrote this reply, and {id} is loaded.</source>
        <translation>无法验证：这条回复由 {target_id} 写出，而现在加载的是 {id}。</translation>
    </message>
    <message>
        <source>Verifying, {done} of {total} tokens read</source>
        <translation>正在验证，已读 {done} / {total} 个词元</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>正在验证…</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>再次回答</translation>
    </message>
    <message>
        <source>Answer the message</source>
        <translation>回答此消息</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy your message</source>
        <translation>复制您的消息</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>编辑并重新发送</translation>
    </message>
    <message>
        <source>Edit and send again…</source>
        <translation>编辑并重新发送…</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>编辑您的消息</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More to do with your message</source>
        <translation>对您消息的更多操作</translation>
    </message>
    <message>
        <source>Show the next version</source>
        <translation>显示下一版本</translation>
    </message>
    <message>
        <source>Show the version before</source>
        <translation>显示上一版本</translation>
    </message>
    <message>
        <source>The next version</source>
        <translation>下一版本</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>上一版本</translation>
    </message>
    <message>
        <source>Version {number} of {count}</source>
        <translation>版本 {number} / {count}</translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation>您写道</translation>
    </message>
</context>
<context>
    <name>ReplacedNotice</name>
    <message>
        <source>Foreword was installed anew while it was running. Quit and open it again to go on with the new version.</source>
        <translation>Foreword 在运行时被重新安装。请退出并重新打开以使用新版本。</translation>
    </message>
</context>
<context>
    <name>Replies</name>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel editing</source>
        <translation>取消编辑</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete all of it</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>Delete this reply?</source>
        <translation>删除这条回复？</translation>
    </message>
    <message>
        <source>Delete your message?</source>
        <translation>删除您的消息？</translation>
    </message>
    <message>
        <source>Documents and texts</source>
        <translation>文档与文本</translation>
    </message>
    <message>
        <source>Editing a message. The first version and its answers stay beside it.</source>
        <translation>正在编辑消息。第一个版本及其回复会保留在旁边。</translation>
    </message>
    <message>
        <source>It cannot be brought back.</source>
        <translation>删除后无法恢复。</translation>
    </message>
    <message>
        <source>Leave the message as it is (Esc)</source>
        <translation>保持消息不变 (Esc)</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one in Models first.</source>
        <translation>尚未加载模型。请先在“模型”中选择一个。</translation>
    </message>
    <message>
        <source>Only this reply</source>
        <translation>仅这条回复</translation>
    </message>
    <message>
        <source>Only your message</source>
        <translation>仅您的消息</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln messages that follow it can go with it, or stay. What is deleted cannot be brought back.</source>
        <comment>The message that follows it can go with it, or stay. What is deleted cannot be brought back.</comment>
        <translation>
            <numerusform>其后的 %Ln 条消息可一并删除或保留。删除后无法恢复。</numerusform>
        </translation>
    </message>
    <message>
        <source>This reply cannot go on: it was not kept how it was asked for. Regenerate it.</source>
        <translation>这条回复无法继续：没有保存其请求方式。请重新生成。</translation>
    </message>
    <message>
        <source>This reply is whole; there is nothing to go on with.</source>
        <translation>这条回复已完整；无可继续。</translation>
    </message>
    <message>
        <source>{target_id} wrote this reply, and {id} is loaded. Load the first to go on with it, or regenerate it.</source>
        <translation>这条回复由 {target_id} 写出，而现在加载的是 {id}。请加载前者以继续，或重新生成。</translation>
    </message>
</context>
<context>
    <name>Reply</name>
    <message>
        <source>, {tokens} kept from before</source>
        <translation>，其中 {tokens} 个沿用之前的</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue the reply</source>
        <translation>继续此回复</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Copy the reply</source>
        <translation>复制回复</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Details of the reply</source>
        <translation>回复的详情</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Go on where the reply was cut</source>
        <translation>从回复被截断处继续</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>前瞻</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More to do with the reply</source>
        <translation>对回复的更多操作</translation>
    </message>
    <message>
        <source>Near-ties</source>
        <translation>近似平局</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Regenerate the reply</source>
        <translation>重新生成回复</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Show the details of the reply</source>
        <translation>显示回复的详情</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标模型</translation>
    </message>
    <message>
        <source>Thinking tokens</source>
        <translation>思考词元</translation>
    </message>
    <message>
        <source>To first token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>每轮词元</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Verify the reply</source>
        <translation>验证回复</translation>
    </message>
    <message>
        <source>Verify with the target alone</source>
        <translation>仅用目标模型验证</translation>
    </message>
    <message>
        <source>a stop text</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>greedy: the likeliest token each time</source>
        <translation>贪心：每次取最可能的词元</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>自行结束</translation>
    </message>
    <message>
        <source>length limit</source>
        <translation>长度上限</translation>
    </message>
    <message>
        <source>min-p {value}</source>
        <translation>min-p {value}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>种子 {seed}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>温度 {value}</translation>
    </message>
    <message>
        <source>the end of the program</source>
        <translation>程序结束</translation>
    </message>
    <message>
        <source>the full context</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>the length limit</source>
        <translation>长度上限</translation>
    </message>
    <message>
        <source>to first token</source>
        <translation>到首个词元</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation>top-k {value}</translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation>top-p {value}</translation>
    </message>
    <message>
        <source>{accepted} of {drafted}</source>
        <translation>{accepted} / {drafted}</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个词元</translation>
    </message>
    <message>
        <source>{used} of {length}</source>
        <translation>{used} / {length}</translation>
    </message>
    <message>
        <source>{value} on average</source>
        <translation>平均 {value}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source> Takes effect when Foreword starts again.</source>
        <translation> 重新启动 Foreword 后生效。</translation>
    </message>
    <message>
        <source> Takes effect with the next load.</source>
        <translation> 下次加载时生效。</translation>
    </message>
    <message>
        <source> The old file was kept as {aside}.</source>
        <translation> 旧文件已保留为 {aside}。</translation>
    </message>
    <message>
        <source>0 always takes the most likely word; higher is more varied.</source>
        <translation>0 总是取最可能的词；越高越多样。</translation>
    </message>
    <message>
        <source>A draft writes ahead and the model checks it: the same answer, sooner.</source>
        <translation>草稿先行预写，模型核对：同样的回答，更快到达。</translation>
    </message>
    <message>
        <source>A reply contains none of these, not even inside a word; one a line.</source>
        <translation>回复中不会出现这些词，词中也不会；每行一个。</translation>
    </message>
    <message>
        <source>A reply ends right before any of these; one a line. Thoughts are not searched.</source>
        <translation>回复会在出现其中任一文本之前结束；每行一条。思考内容不参与匹配。</translation>
    </message>
    <message>
        <source>Above 0 makes a word less likely once the reply has it.</source>
        <translation>大于 0 时，回复中已有的词会变得更不可能。</translation>
    </message>
    <message>
        <source>Above 1 discourages words that were already used; 1 does nothing.</source>
        <translation>大于 1 时抑制用过的词；1 不起作用。</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Apple graphics</source>
        <translation>Apple 图形</translation>
    </message>
    <message>
        <source>As the context allows</source>
        <translation>由上下文决定</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Banned words</source>
        <translation>禁用词</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>最佳可用</translation>
    </message>
    <message>
        <source>Choose {allowed}.</source>
        <translation>请选择{allowed}。</translation>
    </message>
    <message>
        <source>Closing the window leaves Foreword running there; Quit in its menu ends it.</source>
        <translation>关闭窗口后 Foreword 仍在托盘中运行；用其菜单中的“退出”结束。</translation>
    </message>
    <message>
        <source>Colour the words that the draft wrote and the model kept.</source>
        <translation>为草稿写出且被模型保留的词着色。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>电脑</translation>
    </message>
    <message>
        <source>Connect to nothing: no model is searched for or fetched.</source>
        <translation>不连接任何网络：不搜索也不下载模型。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Coupled</source>
        <translation>耦合</translation>
    </message>
    <message>
        <source>Coupled: a seed gives the same text with and without speculation. Rejection: a little more acceptance. Neither changes the odds of any word.</source>
        <translation>耦合：同一种子在使用和不使用投机时得到相同文本。拒绝：接受率略高。两者都不改变任何词的概率。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Draw among the fewest tokens that together are this likely; 1 takes all.</source>
        <translation>在合计达到此概率的最少词元中抽取；1 为全部。</translation>
    </message>
    <message>
        <source>Draw among this many of the most likely tokens; 0 takes all.</source>
        <translation>在最可能的这么多词元中抽取；0 为全部。</translation>
    </message>
    <message>
        <source>Everything grows with it.</source>
        <translation>所有内容随之缩放。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>How many tokens of a chat the model can see; more takes more memory.</source>
        <translation>模型能看到对话中的多少词元；越多占用内存越多。</translation>
    </message>
    <message>
        <source>How many tokens the draft writes ahead in a round.</source>
        <translation>草稿每轮预写多少词元。</translation>
    </message>
    <message>
        <source>In tokens; a word is one to three of them.</source>
        <translation>以词元计；一个词为一到三个词元。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Leave out its oldest messages</source>
        <translation>略去最早的消息</translation>
    </message>
    <message>
        <source>Leave out tokens below this share of the most likely one; 0 leaves out none.</source>
        <translation>略去概率低于最可能词元此比例的词元；0 为不略去。</translation>
    </message>
    <message>
        <source>Let go of the model after</source>
        <translation>闲置多久后释放模型</translation>
    </message>
    <message>
        <source>Let the reply end where the room does</source>
        <translation>让回复在空间用尽处结束</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Light, dark, or as the system has it.</source>
        <translation>浅色、深色或跟随系统。</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>最长回复</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Look for a newer version</source>
        <translation>检查新版本</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>前瞻</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without use, after which its memory is free for other programs; it comes back when you write. 0 keeps it.</source>
        <translation>闲置这么多分钟后释放内存供其他程序使用；您写消息时会重新加载。0 为一直保留。</translation>
    </message>
    <message>
        <source>More is not always faster; the number of cores is a good choice.</source>
        <translation>并非越多越快；核心数是不错的选择。</translation>
    </message>
    <message>
        <source>NVIDIA graphics card</source>
        <translation>NVIDIA 显卡</translation>
    </message>
    <message>
        <source>Never repeat so many tokens</source>
        <translation>不重复的连续词元数</translation>
    </message>
    <message>
        <source>No run of this many tokens occurs twice; 0 allows it.</source>
        <translation>这么多连续词元不会出现两次；0 为允许。</translation>
    </message>
    <message>
        <source>Of the window; a model answers in whatever it is asked in.</source>
        <translation>窗口的语言；模型以提问所用的语言回答。</translation>
    </message>
    <message>
        <source>Once a day, at the page Foreword came from; nothing about you or your chats is sent.</source>
        <translation>每天一次，在 Foreword 的来源页面检查；不会发送您或对话的任何信息。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Refuse to answer</source>
        <translation>拒绝回答</translation>
    </message>
    <message>
        <source>Rejection</source>
        <translation>拒绝采样</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Rule for drafts</source>
        <translation>草稿规则</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Send with</source>
        <translation>发送键</translation>
    </message>
    <message>
        <source>Settings: {error} It has its default again.</source>
        <translation>设置：{error} 已恢复默认值。</translation>
    </message>
    <message>
        <source>Settings: {in_words} It has its default again.</source>
        <translation>设置：{in_words} 已恢复默认值。</translation>
    </message>
    <message>
        <source>Shortest reply</source>
        <translation>最短回复</translation>
    </message>
    <message>
        <source>Show faintly what the draft has written ahead.</source>
        <translation>以淡色显示草稿预写的内容。</translation>
    </message>
    <message>
        <source>Show words not yet checked</source>
        <translation>显示尚未核对的词</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>投机</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>投机解码</translation>
    </message>
    <message>
        <source>Stay in the system tray</source>
        <translation>留在系统托盘</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>保持离线</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>The model does not end by itself before it has this many tokens.</source>
        <translation>达到这么多词元之前，模型不会自行结束。</translation>
    </message>
    <message>
        <source>The other one breaks the line.</source>
        <translation>另一个键用来换行。</translation>
    </message>
    <message>
        <source>The same seed and settings give the same reply again.</source>
        <translation>相同的种子和设置会得到相同的回复。</translation>
    </message>
    <message>
        <source>The same, once more for each time the reply has it.</source>
        <translation>同上，回复中每出现一次就再加一次。</translation>
    </message>
    <message>
        <source>The settings could not be read and have their defaults again.</source>
        <translation>无法读取设置，已恢复默认值。</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>为起草的词着色</translation>
    </message>
    <message>
        <source>Told to the model at the beginning of each new chat.</source>
        <translation>在每个新对话开始时告诉模型。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>What to do when it does not fit the context any more.</source>
        <translation>对话超出上下文时怎么办。</translation>
    </message>
    <message>
        <source>When a chat is too long</source>
        <translation>对话太长时</translation>
    </message>
    <message>
        <source>Where the models run.</source>
        <translation>模型在哪里运行。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a number from {minimum} to {maximum}</source>
        <translation>{minimum} 到 {maximum} 之间的数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>一段文本</translation>
    </message>
    <message>
        <source>a whole number from {minimum} to {maximum}</source>
        <translation>{minimum} 到 {maximum} 之间的整数</translation>
    </message>
    <message>
        <source>one of {choices}</source>
        <translation>{choices} 之一</translation>
    </message>
    <message>
        <source>texts, none empty</source>
        <translation>文本，且都不为空</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation>关闭设置</translation>
    </message>
    <message>
        <source>Export all settings to a file</source>
        <translation>将所有设置导出到文件</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Foreword goes on in the old language until it starts again. Everything you wrote is kept.</source>
        <translation>在重新启动之前，Foreword 仍使用原来的语言。您所写的一切都会保留。</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>Import settings from a file</source>
        <translation>从文件导入设置</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all settings to their defaults</source>
        <translation>将所有设置恢复为默认值</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>重置所有设置？</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Start Foreword again now</source>
        <translation>立即重新启动 Foreword</translation>
    </message>
    <message>
        <source>Start again now</source>
        <translation>立即重新启动</translation>
    </message>
    <message>
        <source>The system prompt is lost as well. Export the settings first if you may want them back.</source>
        <translation>系统提示词也会丢失。如果以后可能还需要，请先导出设置。</translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message>
        <source>Width of the list of chats</source>
        <translation>对话列表的宽度</translation>
    </message>
    <message>
        <source>Width of the speed panel</source>
        <translation>速度面板的宽度</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chats deleted</source>
        <comment>Chat deleted</comment>
        <translation>
            <numerusform>已删除 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>Bring back what was deleted</source>
        <translation>恢复删除的内容</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message numerus="yes">
        <source>Folder with %Ln chats</source>
        <comment>Folder with %Ln chat</comment>
        <translation>
            <numerusform>含 %Ln 个对话的文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>在消息中</translation>
    </message>
    <message>
        <source>In titles</source>
        <translation>在标题中</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>新对话 (Ctrl+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>还没有对话</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>无文件夹</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Only the newest {number} are shown</source>
        <translation>只显示最新的 {number} 个</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Remove folder, keep its chats</source>
        <translation>移除文件夹，保留其中的对话</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Titles and messages; "between quotes" as it stands</source>
        <translation>标题和消息；"引号内" 按原文匹配</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z in the list)</source>
        <translation>撤销（在列表中按 Ctrl+Z）</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>What you write stays on this computer</source>
        <translation>您写的内容不会离开这台电脑</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>{folder}, folded</source>
        <translation>{folder}，已折叠</translation>
    </message>
</context>
<context>
    <name>Speed</name>
    <message>
        <source>&gt;A token ahead</source>
        <translation>&gt;预写一个词元</translation>
    </message>
    <message>
        <source>&gt;In plain passes</source>
        <translation>&gt;以普通趟计</translation>
    </message>
    <message>
        <source>A pass is the model reading that many tokens at once; plain decoding is a pass over one. Under each share of accepted tokens stand the best lookahead and the speed it is expected to bring, as a multiple of plain.</source>
        <translation>一趟是模型一次读取这么多词元；普通解码每趟一个。每个接受率下方是最佳前瞻及其预计速度（普通的倍数）。</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>关闭详情</translation>
    </message>
    <message>
        <source>Compare shows plain's speed beside it.</source>
        <translation>“比较”会在旁边显示普通解码的速度。</translation>
    </message>
    <message>
        <source>Compare with plain</source>
        <translation>与普通解码比较</translation>
    </message>
    <message>
        <source>Costs are measured when a model is loaded on this computer. There are none yet.</source>
        <translation>在这台电脑上加载模型时会测量开销。目前还没有。</translation>
    </message>
    <message>
        <source>Costs of drafts, and the best lookahead by acceptance</source>
        <translation>草稿的开销，以及各接受率下的最佳前瞻</translation>
    </message>
    <message>
        <source>Costs of passes</source>
        <translation>每趟的开销</translation>
    </message>
    <message>
        <source>Costs on this computer</source>
        <translation>这台电脑上的开销</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Figures come with the next reply.</source>
        <translation>下一条回复后会有数据。</translation>
    </message>
    <message>
        <source>How many tokens the draft writes ahead in a round</source>
        <translation>草稿每轮预写多少词元</translation>
    </message>
    <message>
        <source>In plain passes</source>
        <translation>以普通趟计</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>前瞻</translation>
    </message>
    <message>
        <source>Milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>Newest reply</source>
        <translation>最新的回复</translation>
    </message>
    <message>
        <source>Run the last question both ways, side by side</source>
        <translation>将最后的问题用两种方式并排运行</translation>
    </message>
    <message>
        <source>Show words ahead</source>
        <translation>显示预写的词</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>投机解码</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed in detail</source>
        <translation>速度详情</translation>
    </message>
    <message>
        <source>The curve of a reply is kept only while Foreword runs; its figures stay.</source>
        <translation>回复的曲线只在 Foreword 运行时保留；其数据会保存。</translation>
    </message>
    <message>
        <source>The reply's course, its accepted runs, and the costs here</source>
        <translation>回复的过程、接受的连续段，以及这里的开销</translation>
    </message>
    <message>
        <source>There is no reply in this chat yet.</source>
        <translation>此对话中还没有回复。</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>为起草的词着色</translation>
    </message>
    <message>
        <source>To first token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>每轮词元</translation>
    </message>
    <message>
        <source>Tokens in a pass</source>
        <translation>一趟的词元</translation>
    </message>
    <message>
        <source>What is expected</source>
        <translation>预计结果</translation>
    </message>
    <message>
        <source>Which reply</source>
        <translation>哪条回复</translation>
    </message>
    <message>
        <source>Whole chat</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>With {share} accepted, as in the newest reply, a lookahead of {count} is expected to bring {speed}× ({name}).</source>
        <translation>按最新回复的接受率 {share}，前瞻 {count} 预计可带来 {speed}×（{name}）。</translation>
    </message>
    <message>
        <source>With {share} accepted, as in the newest reply, no lookahead is expected to pay ({name}).</source>
        <translation>按最新回复的接受率 {share}，任何前瞻预计都不划算（{name}）。</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>auto · {count}</source>
        <translation>自动 · {count}</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>own draft</source>
        <translation>专属草稿</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>seen before</source>
        <translation>见过的</translation>
    </message>
    <message>
        <source>tokens gained in each round</source>
        <translation>每轮获得的词元</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens accepted ({share} %)</source>
        <translation>起草的 {drafted} 个词元中接受 {accepted} 个（{share} %）</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens accepted ({value} %)</source>
        <translation>起草的 {drafted} 个词元中接受 {accepted} 个（{value} %）</translation>
    </message>
    <message>
        <source>{mean_acceptance_length} a round</source>
        <translation>每轮 {mean_acceptance_length} 个</translation>
    </message>
    <message>
        <source>{milliseconds} ms</source>
        <translation>{milliseconds} 毫秒</translation>
    </message>
    <message>
        <source>{number} tokens per second</source>
        <translation>每秒 {number} 个词元</translation>
    </message>
    <message>
        <source>{number} tokens/s</source>
        <translation>{number} 词元/秒</translation>
    </message>
    <message>
        <source>{ratio}× plain on this computer ({plain})</source>
        <translation>这台电脑上普通解码的 {ratio}×（{plain}）</translation>
    </message>
    <message>
        <source>{replies} replies</source>
        <translation>{replies} 条回复</translation>
    </message>
    <message>
        <source>{tokens_per_s} tokens/s</source>
        <translation>{tokens_per_s} 词元/秒</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>checking what is here already</source>
        <translation>检查已有的部分</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>keeping {model}</source>
        <translation>正在保存 {model}</translation>
    </message>
    <message>
        <source>loading {model}</source>
        <translation>正在加载 {model}</translation>
    </message>
    <message>
        <source>measuring {model}</source>
        <translation>正在测量 {model}</translation>
    </message>
    <message>
        <source>packing {model}</source>
        <translation>正在打包 {model}</translation>
    </message>
    <message>
        <source>reading {model}</source>
        <translation>正在读取 {model}</translation>
    </message>
    <message>
        <source>starting over, since what arrived was damaged</source>
        <translation>收到的数据已损坏，重新开始</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>正在校验</translation>
    </message>
    <message>
        <source>waiting for another download of the same model</source>
        <translation>等待同一模型的另一个下载</translation>
    </message>
</context>
<context>
    <name>Thought</name>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Thinking… {length}</source>
        <translation>思考中… {length}</translation>
    </message>
    <message>
        <source>Thought for {length}</source>
        <translation>思考了 {length}</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} 秒</translation>
    </message>
</context>
<context>
    <name>Tint</name>
    <message>
        <source>Bonus: the model's own, after a draft that it accepted whole</source>
        <translation>额外：草稿全部接受后由模型自己写出</translation>
    </message>
    <message>
        <source>Corrected: the draft's word was refused, this one is the model's</source>
        <translation>更正：草稿的词被拒绝，这个词是模型的</translation>
    </message>
    <message>
        <source>Drafted by the draft model, accepted</source>
        <translation>由草稿模型起草，已接受</translation>
    </message>
    <message>
        <source>Drafted by the model's own draft, accepted</source>
        <translation>由模型的专属草稿起草，已接受</translation>
    </message>
    <message>
        <source>Probability: {likely}</source>
        <translation>概率：{likely}</translation>
    </message>
    <message>
        <source>Seen before in this chat, accepted</source>
        <translation>在此对话中见过，已接受</translation>
    </message>
    <message>
        <source>The model's own, without a draft</source>
        <translation>模型自己的，没有草稿</translation>
    </message>
    <message>
        <source>Token {place} of its round</source>
        <translation>本轮第 {place} 个词元</translation>
    </message>
    <message>
        <source>Token {place} of the {round_size} in its round</source>
        <translation>本轮 {round_size} 个词元中的第 {place} 个</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>不到 1 %</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Context {used} / {total}</source>
        <translation>上下文 {used} / {total}</translation>
    </message>
    <message>
        <source>Draft {draft_name}, choose models</source>
        <translation>草稿 {draft_name}，选择模型</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载中</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>无草稿</translation>
    </message>
    <message>
        <source>No draft, choose models</source>
        <translation>无草稿，选择模型</translation>
    </message>
    <message>
        <source>Runs on {value}</source>
        <translation>运行于 {value}</translation>
    </message>
    <message>
        <source>Show chats</source>
        <translation>显示对话列表</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed panel</source>
        <translation>速度面板</translation>
    </message>
    <message>
        <source>Target {target_name} {target_kind}, choose models</source>
        <translation>目标模型 {target_name} {target_kind}，选择模型</translation>
    </message>
    <message>
        <source>Tokens of this chat that the model can see, and how many fit</source>
        <translation>模型能看到的此对话词元数，以及可容纳的总数</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>no device yet</source>
        <translation>尚无设备</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>无草稿</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Foreword wrote</source>
        <translation>Foreword 写道</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Jump to end</source>
        <translation>跳到末尾</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>No words came.</source>
        <translation>没有内容。</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>正在读提示词</translation>
    </message>
    <message>
        <source>Reading the prompt, {done} of {total} tokens</source>
        <translation>正在读提示词，{done} / {total} 个词元</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>正在读提示词…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln oldest messages were left out to make room</source>
        <comment>The oldest message was left out to make room</comment>
        <translation>
            <numerusform>为腾出空间，略去了最早的 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>The reply has ended</source>
        <translation>回复已结束</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Show Foreword</source>
        <translation>显示 Foreword</translation>
    </message>
    <message>
        <source>The reply is ready.</source>
        <translation>回复已就绪。</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A model on this computer answers. A draft writes a few words ahead of it and the model checks every one, so that the answer arrives sooner and is still the model's own. Nothing you write leaves this computer.</source>
        <translation>模型在这台电脑上回答。草稿在它之前预写几个词，模型逐个核对，因此回答更快到达，而且仍完全出自模型本身。您写的任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Answers much better than the starter and needs more of this computer. Both are here already.</source>
        <translation>回答远胜入门模型，对电脑的要求也更高。两者都已在本机。</translation>
    </message>
    <message>
        <source>Answers much better than the starter and needs more of this computer. Downloaded once; after that it works without a network.</source>
        <translation>回答远胜入门模型，对电脑的要求也更高。只需下载一次，之后无需网络。</translation>
    </message>
    <message>
        <source>Begin with the starter</source>
        <translation>从入门模型开始</translation>
    </message>
    <message>
        <source>Better: {name}</source>
        <translation>更好：{name}</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>选择其他模型…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Get the starter ({size})</source>
        <translation>获取入门模型 ({size})</translation>
    </message>
    <message>
        <source>Get this pair ({size})</source>
        <translation>获取这对模型 ({size})</translation>
    </message>
    <message>
        <source>It can: show how all this works, answer at once on any computer, reword a sentence, write a short polite text.</source>
        <translation>它能：展示这一切如何运作，在任何电脑上立即回答，改写一句话，写一小段礼貌的文字。</translation>
    </message>
    <message>
        <source>It cannot: be trusted with facts, do sums, write code that runs, follow a long conversation. It is tiny and makes things up.</source>
        <translation>它不能：可靠地陈述事实，做算术，写出能运行的代码，跟上长对话。它很小，会编造内容。</translation>
    </message>
    <message>
        <source>The starter: {name}</source>
        <translation>入门模型：{name}</translation>
    </message>
    <message>
        <source>Use this pair</source>
        <translation>使用这对模型</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Welcome to Foreword</source>
        <translation>欢迎使用 Foreword</translation>
    </message>
    <message>
        <source>{draft} writes ahead of it. By a measurement of this computer it writes about {rate} tokens a second without that help.</source>
        <translation>{draft} 为它预写。根据对本机的测量，没有这一帮助时它每秒约写 {rate} 个词元。</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>A draft is being made: pause it in Models to chat</source>
        <translation>正在制作草稿：在“模型”中暂停后即可聊天</translation>
    </message>
    <message>
        <source>Choose a model first</source>
        <translation>请先选择模型</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>The model is loading</source>
        <translation>模型正在加载</translation>
    </message>
    <message>
        <source>What the draft brings is being measured</source>
        <translation>正在测量草稿的效果</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>专属</translation>
    </message>
    <message>
        <source>starting the engine</source>
        <translation>正在启动引擎</translation>
    </message>
</context>
</TS>
