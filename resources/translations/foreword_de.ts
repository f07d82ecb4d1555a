<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> (needs {needed_bytes}, {free_bytes} free)</source>
        <translation> (benötigt {needed_bytes}, frei sind {free_bytes})</translation>
    </message>
    <message>
        <source> Stopped before the other {rest} were checked.</source>
        <translation> Angehalten, bevor die übrigen {rest} geprüft waren.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> of {size_bytes}</source>
        <translation> mit {size_bytes}</translation>
    </message>
    <message>
        <source> to </source>
        <translation> bis </translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-ties</source>
        <comment>%Ln near-tie</comment>
        <translation>
            <numerusform>%Ln Beinahe-Gleichstand</numerusform>
            <numerusform>%Ln Beinahe-Gleichstände</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln near-ties, smallest gap {gap}</source>
        <comment>%Ln near-tie, gap {gap}</comment>
        <translation>
            <numerusform>%Ln Beinahe-Gleichstand, Abstand {gap}</numerusform>
            <numerusform>%Ln Beinahe-Gleichstände, kleinster Abstand {gap}</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>.</source>
        <translation>.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>A draft for {target} is being made by another window or program already. Wait for that, or stop it there.</source>
        <translation>Ein Entwurf für {target} wird schon von einem anderen Fenster oder Programm gemacht. Warten Sie darauf, oder halten Sie es dort an.</translation>
    </message>
    <message>
        <source>A draft of its own is expected to bring about {gain}× on this computer.</source>
        <translation>Ein eigener Entwurf bringt auf diesem Rechner voraussichtlich etwa das {gain}-Fache.</translation>
    </message>
    <message>
        <source>A draft of its own is not expected to pay on this computer: wide passes cost much.</source>
        <translation>Ein eigener Entwurf lohnt sich auf diesem Rechner voraussichtlich nicht: breite Durchläufe kosten viel.</translation>
    </message>
    <message>
        <source>A word ahead costs {share} % of one of the model's own.</source>
        <translation>Ein Wort im Voraus kostet {share} % eines Worts des Modells selbst.</translation>
    </message>
    <message>
        <source>A word ahead costs {times} times one of the model's own.</source>
        <translation>Ein Wort im Voraus kostet das {times}-Fache eines Worts des Modells selbst.</translation>
    </message>
    <message>
        <source>Another window or program is changing the list of models just now. Try again in a moment.</source>
        <translation>Ein anderes Fenster oder Programm ändert gerade die Liste der Modelle. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Apple GPU</source>
        <translation>Apple-GPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %Ln threads</source>
        <comment>CPU, %Ln thread</comment>
        <translation>
            <numerusform>CPU, %Ln Thread</numerusform>
            <numerusform>CPU, %Ln Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a smaller draft, or close other programs.</source>
        <translation>Wählen Sie einen kleineren Entwurf, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs that hold {missing}.</source>
        <translation>Wählen Sie ein kleineres Modell, oder schließen Sie andere Programme, die {missing} belegen.</translation>
    </message>
    <message>
        <source>Does not fit: it was trained for {name}.</source>
        <translation>Passt nicht: er wurde für {name} trainiert.</translation>
    </message>
    <message>
        <source>Does not fit: its tokens are others, first at id {first}; {count} of them in all.</source>
        <translation>Passt nicht: seine Token sind andere, zuerst bei Nummer {first}; insgesamt {count}.</translation>
    </message>
    <message>
        <source>Does not fit: one of its tokens is another, id {first}.</source>
        <translation>Passt nicht: eines seiner Token ist ein anderes, Nummer {first}.</translation>
    </message>
    <message>
        <source>Does not fit: the model alone needs {alone}, and {free} are free on the {device}.</source>
        <translation>Passt nicht: schon das Modell braucht {alone}, und frei sind {free} ({device}).</translation>
    </message>
    <message>
        <source>Does not pay on this computer: {why}.</source>
        <translation>Lohnt sich auf diesem Rechner nicht: {why}.</translation>
    </message>
    <message>
        <source>Draft: context</source>
        <translation>Entwurf: Kontext</translation>
    </message>
    <message>
        <source>Draft: weights</source>
        <translation>Entwurf: Gewichte</translation>
    </message>
    <message>
        <source>Draft: while loading</source>
        <translation>Entwurf: beim Laden</translation>
    </message>
    <message>
        <source>Draft: working room</source>
        <translation>Entwurf: Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Expect {gains} on this computer: {why}.</source>
        <translation>Zu erwarten auf diesem Rechner: {gains}; denn {why}.</translation>
    </message>
    <message>
        <source>Fits, but by its size it cannot pay.</source>
        <translation>Passt, kann sich aber bei seiner Größe nicht lohnen.</translation>
    </message>
    <message>
        <source>Fits, but cannot pay on this computer.</source>
        <translation>Passt, kann sich aber auf diesem Rechner nicht lohnen.</translation>
    </message>
    <message>
        <source>Fits, but does not pay on this computer.</source>
        <translation>Passt, lohnt sich aber auf diesem Rechner nicht.</translation>
    </message>
    <message>
        <source>Fits: {needed} of the {free} that are free on the {device}.</source>
        <translation>Passt: {needed} von {free}, die frei sind ({device}).</translation>
    </message>
    <message>
        <source>Fits; about {speedup}× is to be expected.</source>
        <translation>Passt; zu erwarten ist etwa das {speedup}-Fache.</translation>
    </message>
    <message>
        <source>Fits; not measured on this computer yet, so that its size has to tell.</source>
        <translation>Passt; auf diesem Rechner noch nicht gemessen, also muss seine Größe genügen.</translation>
    </message>
    <message>
        <source>Fits; pays only where it is nearly always right.</source>
        <translation>Passt; lohnt sich nur, wo er fast immer richtig liegt.</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set</source>
        <translation>HF_HUB_OFFLINE ist gesetzt</translation>
    </message>
    <message>
        <source>It is the model itself: nothing would be gained.</source>
        <translation>Es ist das Modell selbst: Nichts wäre gewonnen.</translation>
    </message>
    <message>
        <source>Its file is not where it was.</source>
        <translation>Seine Datei ist nicht mehr, wo sie war.</translation>
    </message>
    <message>
        <source>Its tokens are the same, and it is not on this computer yet.</source>
        <translation>Seine Token sind dieselben; es ist noch nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Made for this model, and not on this computer yet.</source>
        <translation>Für dieses Modell gemacht, aber noch nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Model: context</source>
        <translation>Modell: Kontext</translation>
    </message>
    <message>
        <source>Model: weights</source>
        <translation>Modell: Gewichte</translation>
    </message>
    <message>
        <source>Model: while loading</source>
        <translation>Modell: beim Laden</translation>
    </message>
    <message>
        <source>Model: working room</source>
        <translation>Modell: Arbeitsspeicher</translation>
    </message>
    <message>
        <source>No draft can be trained for {target}: {reason}. Choose another model.</source>
        <translation>Für {target} lässt sich kein Entwurf anlernen: {reason}. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one first.</source>
        <translation>Es ist kein Modell geladen. Wählen Sie zuerst eines.</translation>
    </message>
    <message>
        <source>Not on this computer, and as large as the model itself or larger.</source>
        <translation>Nicht auf diesem Rechner und so groß wie das Modell selbst oder größer.</translation>
    </message>
    <message>
        <source>Not on this computer, so its tokens cannot be compared yet.</source>
        <translation>Nicht auf diesem Rechner, daher lassen sich seine Token noch nicht vergleichen.</translation>
    </message>
    <message>
        <source>Not on this computer; the catalogue does not pair the two.</source>
        <translation>Nicht auf diesem Rechner; der Katalog führt die beiden nicht als Paar.</translation>
    </message>
    <message>
        <source>Nothing is fetched, because Foreword is offline: {reason}. Switch that off to download.</source>
        <translation>Es wird nichts geholt, weil Foreword offline ist: {reason}. Schalten Sie das aus, um herunterzuladen.</translation>
    </message>
    <message>
        <source>Pays: {speedup}× on this computer.</source>
        <translation>Lohnt sich: {speedup}× auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Something went wrong inside Foreword: {summary}. The log has the details.</source>
        <translation>In Foreword ist etwas schiefgegangen: {summary}. Näheres steht im Protokoll.</translation>
    </message>
    <message>
        <source>Stopped before a token was checked.</source>
        <translation>Angehalten, bevor ein Token geprüft war.</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>Angehalten, bevor etwas gemessen war.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>The computer slept while a draft for {target} was being made. What was done is kept: resume it, with the lid open and power connected.</source>
        <translation>Der Rechner hat geschlafen, während ein Entwurf für {target} entstand. Das Bisherige ist aufbewahrt: setzen Sie fort, mit offenem Deckel und Netzstrom.</translation>
    </message>
    <message>
        <source>The draft would be left out.</source>
        <translation>Der Entwurf würde weggelassen.</translation>
    </message>
    <message>
        <source>The draft would be left out: both need {needed}, the model alone {alone}, and {free} are free on the {device}.</source>
        <translation>Der Entwurf würde weggelassen: beide brauchen {needed}, das Modell allein {alone}, und frei sind {free} ({device}).</translation>
    </message>
    <message>
        <source>The draft {draft} cannot write ahead of {target}: {detail}. Train one for this model, or go on without.</source>
        <translation>Der Entwurf {draft} kann {target} nicht vorausschreiben: {detail}. Lernen Sie einen für dieses Modell an oder machen Sie ohne weiter.</translation>
    </message>
    <message>
        <source>The message has {tokens} tokens, and the model can hold {context_length} with its reply. Shorten it, or load the model with a longer context.</source>
        <translation>Die Nachricht hat {tokens} Token, das Modell fasst mit seiner Antwort {context_length}. Kürzen Sie sie oder laden Sie das Modell mit längerem Kontext.</translation>
    </message>
    <message>
        <source>The message is empty. Write something to answer.</source>
        <translation>Die Nachricht ist leer. Schreiben Sie etwas, das beantwortet werden soll.</translation>
    </message>
    <message>
        <source>The model's chat template cannot be used: {detail}. Choose another model, or continue a raw text.</source>
        <translation>Die Chat-Vorlage des Modells ist nicht zu gebrauchen: {detail}. Wählen Sie ein anderes Modell oder setzen Sie einen reinen Text fort.</translation>
    </message>
    <message>
        <source>The settings forbid every possible next word. Allow some of the banned words, or switch off the rule against repetition.</source>
        <translation>Die Einstellungen verbieten jedes mögliche nächste Wort. Erlauben Sie einige der verbotenen Wörter oder schalten Sie die Regel gegen Wiederholung aus.</translation>
    </message>
    <message>
        <source>There is no draft beside {target} to measure. Choose or make one first.{told}</source>
        <translation>Neben {target} ist kein Entwurf zu messen. Wählen oder erstellen Sie zuerst einen.{told}</translation>
    </message>
    <message>
        <source>There is no model called {name!r} here. See what there is with `foreword models list`, or give a path.</source>
        <translation>Ein Modell namens {name!r} gibt es hier nicht. `foreword models list` zeigt, was da ist; auch ein Pfad ist möglich.</translation>
    </message>
    <message>
        <source>There is no room on the disk for {path}{sizes}. Free some and try again.</source>
        <translation>Für {path} ist auf dem Datenträger kein Platz{sizes}. Schaffen Sie Platz und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>There is no {device} device on this machine. Choose `auto` or `cpu`, or install its driver.</source>
        <translation>Ein Gerät {device} gibt es in diesem Rechner nicht. Wählen Sie `auto` oder `cpu` oder installieren Sie seinen Treiber.</translation>
    </message>
    <message>
        <source>There is not enough memory on the {device}{sizes}. Close other programs, shorten the context or choose a smaller model.</source>
        <translation>Der Speicher reicht nicht ({device}){sizes}. Schließen Sie andere Programme, kürzen Sie den Kontext oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>This system has no key store that can be used, so the access token is not kept. It will be asked for each time.</source>
        <translation>Dieses System hat keinen brauchbaren Schlüsselspeicher, daher wird das Zugangs-Token nicht aufbewahrt, sondern jedes Mal erfragt.</translation>
    </message>
    <message>
        <source>Trained draft for {name}</source>
        <translation>Trainierter Entwurf für {name}</translation>
    </message>
    <message>
        <source>Trained draft {name}</source>
        <translation>Trainierter Entwurf {name}</translation>
    </message>
    <message>
        <source>Trained for another file of this shape.</source>
        <translation>Für eine andere Datei dieser Form trainiert.</translation>
    </message>
    <message>
        <source>Trained for this model.</source>
        <translation>Für dieses Modell trainiert.</translation>
    </message>
    <message>
        <source>Training a draft for {target} went wrong and was stopped. What was learnt from the {tokens} tokens before is kept: run it again to go on from there.</source>
        <translation>Das Anlernen eines Entwurfs für {target} ging schief und wurde angehalten. Was aus den {tokens} Token davor gelernt wurde, ist aufbewahrt: starten Sie es erneut, um dort fortzufahren.</translation>
    </message>
    <message>
        <source>With a context of {context} tokens both would fit.</source>
        <translation>Mit einem Kontext von {context} Token würden beide passen.</translation>
    </message>
    <message>
        <source>With a context of {context} tokens it would fit.</source>
        <translation>Mit einem Kontext von {context} Token würde es passen.</translation>
    </message>
    <message>
        <source>a Git LFS pointer in place of the model</source>
        <translation>ein Git-LFS-Verweis anstelle des Modells</translation>
    </message>
    <message>
        <source>a device or pipe, not a file</source>
        <translation>ein Gerät oder eine Pipe, keine Datei</translation>
    </message>
    <message>
        <source>a file cut short</source>
        <translation>eine abgeschnittene Datei</translation>
    </message>
    <message>
        <source>a file that shrank while it was open</source>
        <translation>eine Datei, die kürzer wurde, während sie offen war</translation>
    </message>
    <message>
        <source>a flag that is neither 0 nor 1 at {key}</source>
        <translation>ein Schalter bei {key}, der weder 0 noch 1 ist</translation>
    </message>
    <message>
        <source>a folder, device or pipe, not a file</source>
        <translation>ein Ordner, Gerät oder eine Pipe, keine Datei</translation>
    </message>
    <message>
        <source>a folder, not a GGUF file</source>
        <translation>ein Ordner, keine GGUF-Datei</translation>
    </message>
    <message>
        <source>a header cut short</source>
        <translation>ein abgeschnittener Kopf</translation>
    </message>
    <message>
        <source>a header of {count} bytes, more than it needs</source>
        <translation>ein Kopf von {count} Byte, mehr als nötig</translation>
    </message>
    <message>
        <source>a header of {count} bytes, more than the file</source>
        <translation>ein Kopf von {count} Byte, mehr als die Datei hat</translation>
    </message>
    <message>
        <source>a header that is nested too deeply</source>
        <translation>ein zu tief verschachtelter Kopf</translation>
    </message>
    <message>
        <source>a header that is not JSON</source>
        <translation>ein Kopf, der kein JSON ist</translation>
    </message>
    <message>
        <source>a header that is not an object</source>
        <translation>ein Kopf, der kein Objekt ist</translation>
    </message>
    <message>
        <source>a metadata key</source>
        <translation>ein Schlüssel der Metadaten</translation>
    </message>
    <message>
        <source>a template that is not text</source>
        <translation>eine Vorlage, die kein Text ist</translation>
    </message>
    <message>
        <source>a tensor name</source>
        <translation>der Name eines Tensors</translation>
    </message>
    <message>
        <source>a text that is not empty</source>
        <translation>ein Text, der nicht leer ist</translation>
    </message>
    <message>
        <source>a vocabulary larger than there can be</source>
        <translation>ein größerer Wortschatz, als es geben kann</translation>
    </message>
    <message>
        <source>a web page in place of the model</source>
        <translation>eine Webseite anstelle des Modells</translation>
    </message>
    <message>
        <source>a whole number from {low} to {high}</source>
        <translation>eine ganze Zahl von {low} bis {high}</translation>
    </message>
    <message>
        <source>a word ahead costs {share} of one of the model's own</source>
        <translation>ein Wort im Voraus kostet {share} eines Wortes vom Modell selbst</translation>
    </message>
    <message>
        <source>a word ahead costs {times} times one of the model's own</source>
        <translation>ein Wort im Voraus kostet das {times}-Fache eines Wortes vom Modell selbst</translation>
    </message>
    <message>
        <source>an Ollama manifest</source>
        <translation>ein Manifest von Ollama</translation>
    </message>
    <message>
        <source>an alignment of {count}</source>
        <translation>eine Ausrichtung von {count}</translation>
    </message>
    <message>
        <source>an array of arrays at {key}</source>
        <translation>eine Liste von Listen bei {key}</translation>
    </message>
    <message>
        <source>an array of the unknown type {kind} at {key}</source>
        <translation>eine Liste der unbekannten Art {kind} bei {key}</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>eine leere Datei</translation>
    </message>
    <message>
        <source>an endless header</source>
        <translation>ein endloser Kopf</translation>
    </message>
    <message>
        <source>and {share} of the first words ahead stand</source>
        <translation>und {share} der ersten Wörter im Voraus bleiben stehen</translation>
    </message>
    <message>
        <source>as many scores as tokens are needed</source>
        <translation>es muss ebenso viele Bewertungen wie Token geben</translation>
    </message>
    <message>
        <source>as many token types as tokens are needed</source>
        <translation>es muss ebenso viele Token-Arten wie Token geben</translation>
    </message>
    <message>
        <source>at most max_new_tokens, {max_new_tokens}</source>
        <translation>höchstens max_new_tokens, {max_new_tokens}</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>checking {count} words at once costs {times} times one</source>
        <translation>{count} Wörter auf einmal zu prüfen kostet das {times}-Fache von einem</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>for one pass</source>
        <translation>für einen Durchgang</translation>
    </message>
    <message>
        <source>given back afterwards</source>
        <translation>danach zurückgegeben</translation>
    </message>
    <message>
        <source>it can only be run by code that lies in it ({code})</source>
        <translation>es lässt sich nur mit Programmcode ausführen, der in ihm liegt ({code})</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>es lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>it changed while it was copied</source>
        <translation>es änderte sich beim Kopieren</translation>
    </message>
    <message>
        <source>it has no tokenizer that can be read</source>
        <translation>es hat keinen Tokenizer, der sich lesen lässt</translation>
    </message>
    <message>
        <source>it holds no safetensors and no GGUF file</source>
        <translation>es enthält weder Safetensors noch eine GGUF-Datei</translation>
    </message>
    <message>
        <source>it holds no text model</source>
        <translation>sie enthält kein Textmodell</translation>
    </message>
    <message>
        <source>it holds no {file}</source>
        <translation>{file} ist nicht darin</translation>
    </message>
    <message>
        <source>it is neither a GGUF file nor a folder of safetensors</source>
        <translation>es ist weder eine GGUF-Datei noch ein Ordner mit Safetensors</translation>
    </message>
    <message>
        <source>it is neither a file nor a folder</source>
        <translation>es ist weder eine Datei noch ein Ordner</translation>
    </message>
    <message>
        <source>it is one part of a model: choose the folder it lies in</source>
        <translation>es ist ein Teil eines Modells: Wählen Sie den Ordner, in dem es liegt</translation>
    </message>
    <message>
        <source>it is one piece of several</source>
        <translation>sie ist nur ein Teil von mehreren</translation>
    </message>
    <message>
        <source>it is one piece of {count}</source>
        <translation>sie ist nur einer von {count} Teilen</translation>
    </message>
    <message>
        <source>it knows tokens that the model lacks</source>
        <translation>er kennt Token, die dem Modell fehlen</translation>
    </message>
    <message>
        <source>it was made for {target}</source>
        <translation>er wurde für {target} gemacht</translation>
    </message>
    <message>
        <source>its architecture, {architecture}, cannot be run yet</source>
        <translation>seine Architektur, {architecture}, kann noch nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>its archive is damaged</source>
        <translation>das Archiv ist beschädigt</translation>
    </message>
    <message>
        <source>its bytes are not those of the digest that was stated for it</source>
        <translation>sein Inhalt passt nicht zur angegebenen Prüfsumme</translation>
    </message>
    <message>
        <source>its config.json</source>
        <translation>die config.json</translation>
    </message>
    <message>
        <source>its config.json gives {key} as {value}</source>
        <translation>die config.json gibt {key} als {value} an</translation>
    </message>
    <message>
        <source>its config.json names no model type</source>
        <translation>die config.json nennt keine Modellart</translation>
    </message>
    <message>
        <source>its file is damaged</source>
        <translation>die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>its file is damaged or too new</source>
        <translation>die Datei ist beschädigt oder zu neu</translation>
    </message>
    <message>
        <source>its hidden states cannot be had</source>
        <translation>die inneren Zustände des Modells sind nicht zugänglich</translation>
    </message>
    <message>
        <source>its token types do not match its tokens</source>
        <translation>die Token-Arten passen nicht zu den Token</translation>
    </message>
    <message>
        <source>its tokenizer</source>
        <translation>der Tokenizer</translation>
    </message>
    <message>
        <source>its tokens cannot be read</source>
        <translation>die Token sind nicht lesbar</translation>
    </message>
    <message>
        <source>its tokens have impossible ids</source>
        <translation>die Token haben unmögliche Nummern</translation>
    </message>
    <message>
        <source>its vocabulary</source>
        <translation>der Wortschatz</translation>
    </message>
    <message>
        <source>its weights are packed in a way that cannot be read</source>
        <translation>seine Gewichte sind so gepackt, dass sie sich nicht lesen lassen</translation>
    </message>
    <message>
        <source>its weights cannot be loaded</source>
        <translation>die Gewichte lassen sich nicht laden</translation>
    </message>
    <message>
        <source>its {file} has another size</source>
        <translation>{file} hat darin eine andere Größe</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>weniger als 1 %</translation>
    </message>
    <message>
        <source>merges that do not fit</source>
        <translation>Verschmelzungen, die nicht passen</translation>
    </message>
    <message>
        <source>metadata of the unknown type {kind} at {key}</source>
        <translation>Metadaten der unbekannten Art {kind} bei {key}</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine Antwort in der erlaubten Zeit</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>keine Verbindung</translation>
    </message>
    <message>
        <source>no description of the tensor {tensor}</source>
        <translation>keine Beschreibung des Tensors {tensor}</translation>
    </message>
    <message>
        <source>no gain on {subject}</source>
        <translation>kein Gewinn bei {subject}</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>keine Berechtigung, sie zu lesen</translation>
    </message>
    <message>
        <source>no sign of GGUF at its start</source>
        <translation>am Anfang fehlt das Kennzeichen von GGUF</translation>
    </message>
    <message>
        <source>no tensor {tensor} in it</source>
        <translation>kein Tensor {tensor} darin</translation>
    </message>
    <message>
        <source>no tokenizer.json, nor vocab.json and merges</source>
        <translation>weder tokenizer.json noch vocab.json und merges</translation>
    </message>
    <message>
        <source>no {key}</source>
        <translation>{key} fehlt</translation>
    </message>
    <message>
        <source>no {key} in its metadata</source>
        <translation>{key} fehlt in den Metadaten</translation>
    </message>
    <message>
        <source>nothing but zeros at its start</source>
        <translation>am Anfang stehen nur Nullen</translation>
    </message>
    <message>
        <source>off: the draft does not fit</source>
        <translation>aus: der Entwurf passt nicht</translation>
    </message>
    <message>
        <source>off: the lookahead is 0</source>
        <translation>aus: die Vorausschau ist 0</translation>
    </message>
    <message>
        <source>off: there is nothing to draft with</source>
        <translation>aus: es gibt nichts, womit entworfen werden könnte</translation>
    </message>
    <message>
        <source>off: this model cannot take words back, as drafts need</source>
        <translation>aus: dieses Modell kann keine Wörter zurücknehmen, was Entwürfe brauchen</translation>
    </message>
    <message>
        <source>off: you switched it off</source>
        <translation>aus: von Ihnen ausgeschaltet</translation>
    </message>
    <message>
        <source>on: a draft failed and is left out of this reply</source>
        <translation>an: ein Entwurf ist gescheitert und fehlt in dieser Antwort</translation>
    </message>
    <message>
        <source>on: only words seen before are drafted</source>
        <translation>an: nur schon Gesehenes wird entworfen</translation>
    </message>
    <message>
        <source>on: the draft saves time here</source>
        <translation>an: der Entwurf spart hier Zeit</translation>
    </message>
    <message>
        <source>on: you chose the lookahead</source>
        <translation>an: Sie haben die Vorausschau gewählt</translation>
    </message>
    <message>
        <source>paused: the draft costs more than it brings here</source>
        <translation>Pause: der Entwurf kostet hier mehr, als er bringt</translation>
    </message>
    <message>
        <source>pieces that do not fit</source>
        <translation>Wortstücke, die nicht passen</translation>
    </message>
    <message>
        <source>something else answered in its place</source>
        <translation>etwas anderes antwortete an seiner Stelle</translation>
    </message>
    <message>
        <source>text that is not UTF-8 at {key}</source>
        <translation>Text bei {key}, der kein UTF-8 ist</translation>
    </message>
    <message>
        <source>the catalogue cannot be read</source>
        <translation>der Katalog ist nicht lesbar</translation>
    </message>
    <message>
        <source>the catalogue is damaged ({what})</source>
        <translation>der Katalog ist beschädigt ({what})</translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation>die Verbindung brach ab</translation>
    </message>
    <message>
        <source>the first that is not is token {place}</source>
        <translation>das erste andere ist Token {place}</translation>
    </message>
    <message>
        <source>the first that is not is token {place}, up to {gap} below its choice</source>
        <translation>das erste andere ist Token {place}, bis zu {gap} unter dessen Wahl</translation>
    </message>
    <message>
        <source>the folder holds no config.json</source>
        <translation>der Ordner enthält keine config.json</translation>
    </message>
    <message>
        <source>the hub states no digest for its files</source>
        <translation>der Hub nennt keine Prüfsumme für seine Dateien</translation>
    </message>
    <message>
        <source>the index of its weights</source>
        <translation>das Verzeichnis der Gewichte</translation>
    </message>
    <message>
        <source>the index of its weights names no file</source>
        <translation>das Verzeichnis der Gewichte nennt keine Datei</translation>
    </message>
    <message>
        <source>the index of its weights points outside the folder</source>
        <translation>das Verzeichnis der Gewichte zeigt aus dem Ordner hinaus</translation>
    </message>
    <message>
        <source>the metadata key {key} twice</source>
        <translation>der Schlüssel {key} der Metadaten zweimal</translation>
    </message>
    <message>
        <source>the proxy refuses</source>
        <translation>der Proxy lehnt ab</translation>
    </message>
    <message>
        <source>the settings say so</source>
        <translation>so steht es in den Einstellungen</translation>
    </message>
    <message>
        <source>the target gave them {share} on average</source>
        <translation>das Zielmodell gab ihnen im Mittel {share}</translation>
    </message>
    <message>
        <source>the tensor {tensor} at a crooked place</source>
        <translation>der Tensor {tensor} an einer krummen Stelle</translation>
    </message>
    <message>
        <source>the tensor {tensor} cut short</source>
        <translation>der Tensor {tensor} abgeschnitten</translation>
    </message>
    <message>
        <source>the tensor {tensor} on top of another one</source>
        <translation>der Tensor {tensor} über einem anderen</translation>
    </message>
    <message>
        <source>the tensor {tensor} outside the file</source>
        <translation>der Tensor {tensor} außerhalb der Datei</translation>
    </message>
    <message>
        <source>the tensor {tensor} twice</source>
        <translation>der Tensor {tensor} zweimal</translation>
    </message>
    <message>
        <source>the tensor {tensor} with a part of a block in each row</source>
        <translation>der Tensor {tensor} mit dem Teil eines Blocks in jeder Zeile</translation>
    </message>
    <message>
        <source>the tensor {tensor} with an impossible shape</source>
        <translation>der Tensor {tensor} mit einer unmöglichen Form</translation>
    </message>
    <message>
        <source>the tensor {tensor} with nothing in it</source>
        <translation>der Tensor {tensor} ohne Inhalt</translation>
    </message>
    <message>
        <source>the tensor {tensor} with {count} dimensions</source>
        <translation>der Tensor {tensor} mit {count} Dimensionen</translation>
    </message>
    <message>
        <source>the text of {key}</source>
        <translation>der Text von {key}</translation>
    </message>
    <message>
        <source>there are no safetensors in the folder</source>
        <translation>im Ordner liegen keine Safetensors</translation>
    </message>
    <message>
        <source>there are no weights for {tensor} in it</source>
        <translation>es fehlen die Gewichte für {tensor}</translation>
    </message>
    <message>
        <source>there is no config.json in the folder</source>
        <translation>im Ordner liegt keine config.json</translation>
    </message>
    <message>
        <source>token {place} is not</source>
        <translation>Token {place} ist es nicht</translation>
    </message>
    <message>
        <source>token {place} is not, {gap} below its choice</source>
        <translation>Token {place} ist es nicht, {gap} unter dessen Wahl</translation>
    </message>
    <message>
        <source>values that are not numbers in {tensor}</source>
        <translation>Werte in {tensor}, die keine Zahlen sind</translation>
    </message>
    <message>
        <source>{count} items at {key} announced, more than there can be</source>
        <translation>{count} angekündigte Einträge bei {key}, mehr als es geben kann</translation>
    </message>
    <message>
        <source>{count} layers in its config.json, which it has no weights for</source>
        <translation>{count} Schichten in der config.json, für die es keine Gewichte gibt</translation>
    </message>
    <message>
        <source>{count} metadata entries announced, more than there can be</source>
        <translation>{count} angekündigte Metadaten, mehr als es geben kann</translation>
    </message>
    <message>
        <source>{count} of {layers} layers would stay off the {device}, which makes each word much slower.</source>
        <translation>{count} von {layers} Schichten blieben außerhalb ({device}), was jedes Wort viel langsamer macht.</translation>
    </message>
    <message>
        <source>{count} of {layers} layers would stay on the disk, which makes each word much slower.</source>
        <translation>{count} von {layers} Schichten blieben auf dem Datenträger, was jedes Wort viel langsamer macht.</translation>
    </message>
    <message>
        <source>{count} tensors announced, more than there can be</source>
        <translation>{count} angekündigte Tensoren, mehr als es geben kann</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Token</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {target}: their tokens differ, first at id {first_id} ({different} in all). Choose a draft from the same family.</source>
        <translation>{draft} kann nicht für {target} entwerfen: ihre Token unterscheiden sich, zuerst bei Nummer {first_id} (insgesamt {different}). Wählen Sie einen Entwurf aus derselben Familie.</translation>
    </message>
    <message>
        <source>{factor}× on {subject}</source>
        <translation>{factor}× bei {subject}</translation>
    </message>
    <message>
        <source>{file}, which its index names, is missing</source>
        <translation>{file} fehlt, obwohl das Verzeichnis die Datei nennt</translation>
    </message>
    <message>
        <source>{heads} heads cannot share {keys} keys</source>
        <translation>{heads} Köpfe können sich {keys} Schlüssel nicht teilen</translation>
    </message>
    <message>
        <source>{id} came with Foreword and is removed together with it.</source>
        <translation>{id} gehört zu Foreword und wird mit ihm entfernt.</translation>
    </message>
    <message>
        <source>{id} is being downloaded or changed by another window or program. Wait for that, or stop it there.</source>
        <translation>{id} wird gerade von einem anderen Fenster oder Programm heruntergeladen oder geändert. Warten Sie darauf, oder halten Sie es dort an.</translation>
    </message>
    <message>
        <source>{id} is not on this machine yet{size}. Get it with `foreword models get {id}`.</source>
        <translation>{id} ist noch nicht auf diesem Rechner{size}. Mit `foreword models get {id}` holen Sie es.</translation>
    </message>
    <message>
        <source>{key} is not a flag</source>
        <translation>{key} ist kein Schalter</translation>
    </message>
    <message>
        <source>{key} is not a list</source>
        <translation>{key} ist keine Liste</translation>
    </message>
    <message>
        <source>{key} is not a list of texts</source>
        <translation>{key} ist keine Liste von Texten</translation>
    </message>
    <message>
        <source>{key} is not a list of whole numbers</source>
        <translation>{key} ist keine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>{key} is not a number</source>
        <translation>{key} ist keine Zahl</translation>
    </message>
    <message>
        <source>{key} is not a text</source>
        <translation>{key} ist kein Text</translation>
    </message>
    <message>
        <source>{key} is not a whole number</source>
        <translation>{key} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{key} is {value}</source>
        <translation>{key} ist {value}</translation>
    </message>
    <message>
        <source>{kind} cannot be read</source>
        <translation>{kind} ist nicht lesbar</translation>
    </message>
    <message>
        <source>{model} answered with values that are not numbers. Its file may be damaged: load it again, or download it again.</source>
        <translation>{model} antwortete mit Werten, die keine Zahlen sind. Die Datei ist vielleicht beschädigt: laden Sie sie neu oder noch einmal herunter.</translation>
    </message>
    <message>
        <source>{model} cannot take tokens back, which speculation needs. The chat goes on without it.</source>
        <translation>{model} kann keine Token zurücknehmen, was Spekulation braucht. Der Chat geht ohne sie weiter.</translation>
    </message>
    <message>
        <source>{name} cannot be {value}: choose {allowed}.</source>
        <translation>{name} kann nicht {value} sein: erlaubt ist {allowed}.</translation>
    </message>
    <message>
        <source>{name} is set</source>
        <translation>{name} ist gesetzt</translation>
    </message>
    <message>
        <source>{own} of {all} tokens are ones your settings allow</source>
        <translation>{own} von {all} Token sind solche, die Ihre Einstellungen erlauben</translation>
    </message>
    <message>
        <source>{own} of {all} tokens are the target's own</source>
        <translation>{own} von {all} Token sind die des Zielmodells selbst</translation>
    </message>
    <message>
        <source>{path} came with Foreword and is not as it was made. It is left as it is: install Foreword again.</source>
        <translation>{path} gehört zu Foreword und ist nicht mehr so, wie es gemacht wurde. Es bleibt, wie es ist: Installieren Sie Foreword neu.</translation>
    </message>
    <message>
        <source>{path} can only be opened by running code that lies in it ({what}), and Foreword never runs code from a model. Look for the same model in safetensors or GGUF.</source>
        <translation>{path} ließe sich nur öffnen, indem darin enthaltener Code ausgeführt wird ({what}), und Foreword führt nie Code aus einem Modell aus. Suchen Sie dasselbe Modell als Safetensors oder GGUF.</translation>
    </message>
    <message>
        <source>{path} cannot be kept: its disk holds no files{size} (FAT32 ends at 4.3 GB). Move the models to another disk.</source>
        <translation>{path} kann nicht aufbewahrt werden: der Datenträger fasst keine Dateien{size} (FAT32 endet bei 4,3 GB). Verlegen Sie die Modelle auf einen anderen Datenträger.</translation>
    </message>
    <message>
        <source>{path} cannot be read as a model: {detail}. Download it again, or choose another file.</source>
        <translation>{path} lässt sich nicht als Modell lesen: {detail}. Laden Sie es noch einmal herunter oder wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>{path} cannot be written. Check its permissions, or choose another folder.</source>
        <translation>{path} kann nicht geschrieben werden. Prüfen Sie die Rechte oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{path} has the {what} {value!r}, which Foreword cannot run yet. Choose another model.</source>
        <translation>{path}: {what} {value!r}. Das kann Foreword noch nicht ausführen. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{path} is a link to somewhere else, and downloads go only into a folder of Foreword's own. Remove the link and try again.</source>
        <translation>{path} ist eine Verknüpfung an einen anderen Ort, und heruntergeladen wird nur in einen Ordner von Foreword. Entfernen Sie sie und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{path} is not the expected file (SHA-256 {value}..., expected {value2}...). It was not kept; download it again.</source>
        <translation>{path} ist nicht die erwartete Datei (SHA-256 {value}..., erwartet {value2}...). Sie wurde nicht behalten; laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>{path} is not the expected file ({actual} bytes instead of {expected}). It was not kept; download it again.</source>
        <translation>{path} ist nicht die erwartete Datei ({actual} Bytes statt {expected}). Sie wurde nicht behalten; laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>{rate} % of its first words stand.</source>
        <translation>{rate} % seiner ersten Wörter bestehen.</translation>
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
        <translation>{size} Bytes</translation>
    </message>
    <message>
        <source>{size} kB</source>
        <translation>{size} kB</translation>
    </message>
    <message>
        <source>{source} cannot be reached ({detail}). Check the connection and try again.</source>
        <translation>{source} ist nicht zu erreichen ({detail}). Prüfen Sie die Verbindung und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{source} cannot hand the file out just now (status {status}). Try again in a few minutes.</source>
        <translation>{source} kann die Datei gerade nicht herausgeben (Status {status}). Versuchen Sie es in einigen Minuten noch einmal.</translation>
    </message>
    <message>
        <source>{source} does not accept the access token. Copy it once more from your account there, then try {page} again.</source>
        <translation>{source} nimmt das Zugangs-Token nicht an. Kopieren Sie es dort noch einmal aus Ihrem Konto und versuchen Sie dann {page} erneut.</translation>
    </message>
    <message>
        <source>{source} does not say which version is the newest. Look at the page Foreword came from yourself.</source>
        <translation>{source} sagt nicht, welche Version die neueste ist. Sehen Sie selbst auf der Seite nach, von der Foreword stammt.</translation>
    </message>
    <message>
        <source>{source} gives {repo} only to people it knows. Accept its licence at {page}, then give your access token.</source>
        <translation>{source} gibt {repo} nur an Bekannte. Nehmen Sie die Lizenz auf {page} an und geben Sie dann Ihr Zugangs-Token an.</translation>
    </message>
    <message>
        <source>{source} has no {name}, or shows it to nobody without a token. Check how it is written, or search for it.</source>
        <translation>{source} hat kein {name} oder zeigt es niemandem ohne Token. Prüfen Sie die Schreibweise oder suchen Sie danach.</translation>
    </message>
    <message>
        <source>{source} is too busy just now (status {status}) and asks to come back in {ceil} min.</source>
        <translation>{source} ist gerade überlastet (Status {status}) und bittet darum, in {ceil} min wiederzukommen.</translation>
    </message>
    <message>
        <source>{source} knows you, but has not let you in to {repo}. Accept its licence at {page}, wait until that is granted, then try again.</source>
        <translation>{source} kennt Sie, hat Sie aber nicht zu {repo} zugelassen. Nehmen Sie die Lizenz auf {page} an, warten Sie die Freigabe ab und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>{source} refused the download (status {status}). Check the name and whether the model needs a licence to be accepted.</source>
        <translation>{source} hat das Herunterladen verweigert (Status {status}). Prüfen Sie den Namen und ob für das Modell eine Lizenz anzunehmen ist.</translation>
    </message>
    <message>
        <source>{tensor} has the shape {shape}, expected {expected}</source>
        <translation>{tensor} hat die Form {shape}, erwartet war {expected}</translation>
    </message>
    <message>
        <source>{tokens} tokens but only {rows} rows for them</source>
        <translation>{tokens} Token, aber nur {rows} Zeilen dafür</translation>
    </message>
    <message>
        <source>{what} cannot be read</source>
        <translation>{what} ist nicht lesbar</translation>
    </message>
    <message>
        <source>{what} has {count} bytes, more than it can need</source>
        <translation>{what} hat {count} Byte, mehr als nötig sein kann</translation>
    </message>
    <message>
        <source>{what} is JSON that is not an object</source>
        <translation>{what} ist JSON, aber kein Objekt</translation>
    </message>
    <message>
        <source>{what} is nested too deeply</source>
        <translation>{what} ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>{what} is not a file</source>
        <translation>{what} ist keine Datei</translation>
    </message>
    <message>
        <source>{what} of {count} bytes</source>
        <translation>{what} mit {count} Byte</translation>
    </message>
    <message>
        <source>{what} that is not UTF-8</source>
        <translation>{what}, in anderem als UTF-8 geschrieben</translation>
    </message>
</context>
<context>
    <name>About</name>
    <message>
        <source>A model on this computer answers; a draft writes ahead, and the model checks every word of it. Nothing you write leaves this computer.</source>
        <translation>Ein Modell auf diesem Rechner antwortet; ein Entwurf schreibt voraus, und das Modell prüft jedes Wort davon. Nichts, was Sie schreiben, verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>About Foreword</source>
        <translation>Über Foreword</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Versionen kopieren</translation>
    </message>
    <message>
        <source>Foreword</source>
        <translation>Foreword</translation>
    </message>
    <message>
        <source>Foreword {version} is there; this is {current}.</source>
        <translation>Foreword {version} ist da; dies ist {current}.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Licensed under the Apache License 2.0.</source>
        <translation>Lizenziert unter der Apache-Lizenz 2.0.</translation>
    </message>
    <message>
        <source>Look for a newer version</source>
        <translation>Nach einer neueren Version sehen</translation>
    </message>
    <message>
        <source>Show the texts of all licences</source>
        <translation>Die Texte aller Lizenzen zeigen</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>Zeigen, wo</translation>
    </message>
    <message>
        <source>This copy of Foreword does not know where it came from, so it cannot look for a newer one.</source>
        <translation>Diese Kopie von Foreword weiß nicht, woher sie stammt, und kann daher nicht nach einer neueren sehen.</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Dies ist die neueste Version.</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Export this chat…</source>
        <translation>Diesen Chat &amp;exportieren …</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Import chats…</source>
        <translation>Chats &amp;importieren …</translation>
    </message>
    <message>
        <source>&amp;Message</source>
        <translation>&amp;Nachricht</translation>
    </message>
    <message>
        <source>&amp;Models…</source>
        <translation>&amp;Modelle …</translation>
    </message>
    <message>
        <source>&amp;New chat</source>
        <translation>&amp;Neuer Chat</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>Ein&amp;stellungen …</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>About Foreword</source>
        <translation>Über Foreword</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>Alle Befehle …</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Dateien anhängen …</translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation>Neue Zeile beginnen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Colours as the system has them</source>
        <translation>Farben wie im System</translation>
    </message>
    <message>
        <source>Compare with plain</source>
        <translation>Mit einfach vergleichen</translation>
    </message>
    <message>
        <source>Continue a reply that was cut</source>
        <translation>Eine abgebrochene Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy the last reply</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Delete the chat that is marked in the list</source>
        <translation>Den in der Liste markierten Chat löschen</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>Letzte Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Alle Chats exportieren …</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Jump to the end of the chat</source>
        <translation>Ans Ende des Chats springen</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Light or dark theme</source>
        <translation>Helles oder dunkles Farbschema</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Nächster Chat</translation>
    </message>
    <message>
        <source>Open the folder of chats</source>
        <translation>Ordner der Chats öffnen</translation>
    </message>
    <message>
        <source>Open the folder of logs</source>
        <translation>Ordner der Protokolle öffnen</translation>
    </message>
    <message>
        <source>Past comparisons</source>
        <translation>Frühere Vergleiche</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Voriger Chat</translation>
    </message>
    <message>
        <source>Regenerate the last reply</source>
        <translation>Letzte Antwort neu erzeugen</translation>
    </message>
    <message>
        <source>Rename the chat that is marked in the list</source>
        <translation>Den in der Liste markierten Chat umbenennen</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Nachricht senden</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Speculative decoding on or off</source>
        <translation>Spekulatives Dekodieren ein oder aus</translation>
    </message>
    <message>
        <source>Speed in detail</source>
        <translation>Tempo im Einzelnen</translation>
    </message>
    <message>
        <source>Speed panel</source>
        <translation>Tempo-Leiste</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation>System-Prompt und Vorlagen …</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Entworfene Wörter einfärben</translation>
    </message>
    <message>
        <source>Verify the last reply</source>
        <translation>Letzte Antwort nachprüfen</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Nachricht schreiben</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%Ln pages</source>
        <comment>%Ln page</comment>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sheets</source>
        <comment>%Ln sheet</comment>
        <translation>
            <numerusform>%Ln Blatt</numerusform>
            <numerusform>%Ln Blätter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slides</source>
        <comment>%Ln slide</comment>
        <translation>
            <numerusform>%Ln Folie</numerusform>
            <numerusform>%Ln Folien</numerusform>
        </translation>
    </message>
    <message>
        <source>Attached file {name}</source>
        <translation>Angehängte Datei {name}</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>Angehängte Dateien</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Drop files to attach them</source>
        <translation>Dateien zum Anhängen hier ablegen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Text of {name}</source>
        <translation>Text von {name}</translation>
    </message>
    <message>
        <source>The first {MAX_SHOWN} of {text} characters.</source>
        <translation>Die ersten {MAX_SHOWN} von {text} Zeichen.</translation>
    </message>
    <message>
        <source>There is no text in {name}.</source>
        <translation>In {name} ist kein Text.</translation>
    </message>
    <message>
        <source>There is no text in {name}: its pages are pictures, as a scanner makes them. Have the text recognised first.</source>
        <translation>In {name} ist kein Text: die Seiten sind Bilder, wie ein Scanner sie macht. Lassen Sie zuerst den Text erkennen.</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>not attached</source>
        <translation>nicht angehängt</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>{name} cannot be read: it is not there, or may not be opened.</source>
        <translation>{name} kann nicht gelesen werden: die Datei fehlt oder darf nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{name} has more than {limit} pages, the most that can be attached. Attach a part of it.</source>
        <translation>{name} hat mehr als {limit} Seiten, das Äußerste zum Anhängen. Hängen Sie einen Teil davon an.</translation>
    </message>
    <message>
        <source>{name} has {tokens} tokens, and the model can hold {context_length}. Remove it, attach a part of it, or choose a model with a longer context.</source>
        <translation>{name} hat {tokens} Token, das Modell fasst {context_length}. Entfernen Sie die Datei, hängen Sie einen Teil davon an oder wählen Sie ein Modell mit längerem Kontext.</translation>
    </message>
    <message>
        <source>{name} holds more than {limit} characters, the most that can be attached. Attach a part of it.</source>
        <translation>{name} hat mehr als {limit} Zeichen, das Äußerste zum Anhängen. Hängen Sie einen Teil davon an.</translation>
    </message>
    <message>
        <source>{name} is a folder. Attach the files in it that matter.</source>
        <translation>{name} ist ein Ordner. Hängen Sie die Dateien darin an, auf die es ankommt.</translation>
    </message>
    <message>
        <source>{name} is a picture, and the models here read text only.</source>
        <translation>{name} ist ein Bild, und die Modelle hier lesen nur Text.</translation>
    </message>
    <message>
        <source>{name} is damaged, or not what its name says: it cannot be read.</source>
        <translation>{name} ist beschädigt oder nicht, was der Name sagt: die Datei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} ist leer.</translation>
    </message>
    <message>
        <source>{name} is in an old office format. Save it as .docx, .xlsx or .pptx and attach that.</source>
        <translation>{name} hat ein altes Office-Format. Speichern Sie es als .docx, .xlsx oder .pptx und hängen Sie das an.</translation>
    </message>
    <message>
        <source>{name} is in an unknown encoding. Save it as UTF-8 and attach it again.</source>
        <translation>{name} hat eine unbekannte Kodierung. Speichern Sie es als UTF-8 und hängen Sie es noch einmal an.</translation>
    </message>
    <message>
        <source>{name} is larger than {limit}, the most that can be attached.</source>
        <translation>{name} ist größer als {limit}, das Äußerste zum Anhängen.</translation>
    </message>
    <message>
        <source>{name} is left out: at most {most} files go with one message.</source>
        <translation>{name} bleibt weg: mit einer Nachricht gehen höchstens {most} Dateien.</translation>
    </message>
    <message>
        <source>{name} is not a text. Texts, code, PDF and office documents can be attached.</source>
        <translation>{name} ist kein Text. Texte, Code, PDF und Office-Dokumente lassen sich anhängen.</translation>
    </message>
    <message>
        <source>{name} is protected by a password. Save a copy without one and attach that.</source>
        <translation>{name} ist mit einem Passwort geschützt. Speichern Sie eine Kopie ohne und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>{name} unpacks to more than {limit}, which no document does. It was not opened.</source>
        <translation>{name} entpackt sich zu mehr als {limit}, was kein Dokument tut. Es wurde nicht geöffnet.</translation>
    </message>
    <message numerus="yes">
        <source>{note} · %Ln tokens</source>
        <comment>{note} · %Ln token</comment>
        <translation>
            <numerusform>{note} · %Ln Token</numerusform>
            <numerusform>{note} · %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>{note} · read as {encoding}</source>
        <translation>{note} · gelesen als {encoding}</translation>
    </message>
    <message>
        <source>{note} · {tokens} tokens: too long</source>
        <translation>{note} · {tokens} Token: zu lang</translation>
    </message>
    <message>
        <source>{text} characters, as the model reads them.</source>
        <translation>{text} Zeichen, wie das Modell sie liest.</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Dismiss the notice</source>
        <translation>Hinweis schließen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>Boxes</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy {value} code</source>
        <translation>Code kopieren ({value})</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>Seitwärts rollen</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>BugDialog</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>{sentence} Nothing was sent anywhere. Your chats are kept.</source>
        <translation>{sentence} Es wurde nichts versendet. Ihre Chats sind aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>A capable programmer; code is where drafts gain the most.</source>
        <translation>Ein fähiger Programmierer; bei Code gewinnen Entwürfe am meisten.</translation>
    </message>
    <message>
        <source>A classic that continues a text; it was never taught to chat. Pair it with DistilGPT-2.</source>
        <translation>Ein Klassiker, der einen Text fortsetzt; das Gespräch hat er nie gelernt. Passt zu DistilGPT-2.</translation>
    </message>
    <message>
        <source>A middle way between speed and sense; not for commercial use.</source>
        <translation>Ein Mittelweg zwischen Tempo und Verstand; nicht für gewerblichen Gebrauch.</translation>
    </message>
    <message>
        <source>A step up from the starter, which drafts for it.</source>
        <translation>Ein Schritt über dem Einstiegsmodell, das für dieses entwirft.</translation>
    </message>
    <message>
        <source>Answers well for its size, best at code; a draft of its own comes with Foreword.</source>
        <translation>Antwortet gut für seine Größe, am besten bei Code; ein eigener Entwurf ist bei Foreword dabei.</translation>
    </message>
    <message>
        <source>Careful answers, on a machine with 24 GB of memory.</source>
        <translation>Sorgfältige Antworten, auf einem Rechner mit 24 GB Speicher.</translation>
    </message>
    <message>
        <source>For larger programs, on a machine with 24 GB of memory.</source>
        <translation>Für größere Programme, auf einem Rechner mit 24 GB Speicher.</translation>
    </message>
    <message>
        <source>Friendly and quick, best in English.</source>
        <translation>Freundlich und flink, am besten auf Englisch.</translation>
    </message>
    <message>
        <source>Good answers in many languages on a small machine.</source>
        <translation>Gute Antworten in vielen Sprachen auf einem kleinen Rechner.</translation>
    </message>
    <message>
        <source>Good at many languages. It forgets what lies far back, so no draft can write ahead of it yet.</source>
        <translation>Gut in vielen Sprachen. Es vergisst, was weit zurückliegt, daher kann ihm noch kein Entwurf vorausschreiben.</translation>
    </message>
    <message>
        <source>Knows a good deal and writes well; wants 16 GB of memory.</source>
        <translation>Weiß viel und schreibt gut; braucht 16 GB Speicher.</translation>
    </message>
    <message>
        <source>Long texts in many languages; a draft for it can be made here.</source>
        <translation>Lange Texte in vielen Sprachen; ein Entwurf dafür lässt sich hier machen.</translation>
    </message>
    <message>
        <source>Only a draft: it writes ahead for Mistral Small and chats badly.</source>
        <translation>Nur ein Entwurf: er schreibt Mistral Small voraus und plaudert schlecht.</translation>
    </message>
    <message>
        <source>Plain English chat and rewriting; the starter drafts for it.</source>
        <translation>Einfache englische Gespräche und Umformulieren; das Einstiegsmodell entwirft dafür.</translation>
    </message>
    <message>
        <source>Strong for its size at reasoning and languages.</source>
        <translation>Stark für seine Größe im Folgern und in Sprachen.</translation>
    </message>
    <message>
        <source>The all-rounder for a machine with 16 GB of memory.</source>
        <translation>Der Allrounder für einen Rechner mit 16 GB Speicher.</translation>
    </message>
    <message>
        <source>The draft for GPT-2: the same tokens in half the layers.</source>
        <translation>Der Entwurf für GPT-2: dieselben Token in der halben Zahl von Schichten.</translation>
    </message>
    <message>
        <source>The draft for the larger Llama 3 models; also a quick chat.</source>
        <translation>Der Entwurf für die größeren Llama-3-Modelle; auch für schnelle Gespräche.</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen2.5 Coder models; also answers alone on a small machine.</source>
        <translation>Der Entwurf für die größeren Qwen2.5-Coder-Modelle; antwortet auf einem kleinen Rechner auch allein.</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen2.5 models; also answers alone.</source>
        <translation>Der Entwurf für die größeren Qwen2.5-Modelle; antwortet auch allein.</translation>
    </message>
    <message>
        <source>The draft for the larger Qwen3 models; thinks before it answers.</source>
        <translation>Der Entwurf für die größeren Qwen3-Modelle; denkt, bevor er antwortet.</translation>
    </message>
    <message>
        <source>The largest here, for a machine with 32 GB of memory.</source>
        <translation>Das größte hier, für einen Rechner mit 32 GB Speicher.</translation>
    </message>
    <message>
        <source>The smallest Gemma. It runs without a draft, and so do those it could draft for.</source>
        <translation>Das kleinste Gemma. Es läuft ohne Entwurf, und ebenso die, denen es vorausschreiben könnte.</translation>
    </message>
    <message>
        <source>The starter: tiny and quick, good for trying things; it often gets facts wrong.</source>
        <translation>Das Einstiegsmodell: winzig und schnell, gut zum Ausprobieren; bei Tatsachen irrt es oft.</translation>
    </message>
    <message>
        <source>Thinks before it answers, and fits nearly anywhere.</source>
        <translation>Denkt, bevor es antwortet, und passt fast überall hin.</translation>
    </message>
    <message>
        <source>Widely used and well behaved, best in English.</source>
        <translation>Weit verbreitet und wohlerzogen, am besten auf Englisch.</translation>
    </message>
    <message>
        <source>Writes and explains code; not for commercial use.</source>
        <translation>Schreibt und erklärt Code; nicht für gewerblichen Gebrauch.</translation>
    </message>
</context>
<context>
    <name>Charts</name>
    <message>
        <source>Bars are medians, lines the range of the runs, the dashed line is plain. * The computer was busy with something else meanwhile.</source>
        <translation>Balken sind Mediane, Linien die Spanne der Läufe, die gestrichelte Linie ist einfaches Dekodieren. * Der Rechner war dabei noch mit anderem beschäftigt.</translation>
    </message>
    <message>
        <source>Chart of speed against plain, by pair and kind of prompt</source>
        <translation>Diagramm des Tempos gegen einfaches Dekodieren, nach Paar und Art des Prompts</translation>
    </message>
    <message>
        <source>From {min} to {max} tokens per second, {value} at the end</source>
        <translation>Von {min} bis {max} Token je Sekunde, am Ende {value}</translation>
    </message>
    <message>
        <source>Graph of tokens per second</source>
        <translation>Verlauf der Token je Sekunde</translation>
    </message>
    <message>
        <source>Graph of tokens per second and acceptance over the reply</source>
        <translation>Verlauf von Token je Sekunde und Annahme über die Antwort</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>Noch keine Zahlen</translation>
    </message>
    <message>
        <source>Tokens gained in each round</source>
        <translation>Gewonnene Token in jeder Runde</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>plain {plain}</source>
        <translation>einfach {plain}</translation>
    </message>
    <message>
        <source>times plain</source>
        <translation>× einfach</translation>
    </message>
    <message>
        <source>tokens of the reply</source>
        <translation>Token der Antwort</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>{count} rounds of {tokens}</source>
        <translation>{count} Runden mit {tokens}</translation>
    </message>
    <message>
        <source>{pair}, {label}: {ratio} times plain</source>
        <translation>{pair}, {label}: {ratio}-mal einfach</translation>
    </message>
    <message>
        <source>{tokens_per_s} tokens per second now</source>
        <translation>jetzt {tokens_per_s} Token je Sekunde</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%Ln near-ties.</source>
        <comment>%Ln near-tie.</comment>
        <translation>
            <numerusform>%Ln Beinahe-Gleichstand.</numerusform>
            <numerusform>%Ln Beinahe-Gleichstände.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <comment>%Ln run</comment>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;Alike in {alike} of {runs} runs:&lt;/b&gt; in the others two words were so close that rounding decided between them.</source>
        <translation>&lt;b&gt;Gleich in {alike} von {runs} Läufen:&lt;/b&gt; in den übrigen lagen zwei Wörter so nah beieinander, dass die Rundung entschied.</translation>
    </message>
    <message>
        <source>&lt;b&gt;First difference at token {place}&lt;/b&gt;</source>
        <translation>&lt;b&gt;Erster Unterschied bei Token {place}&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;First difference at token {place}&lt;/b&gt;, gap {gap}</source>
        <translation>&lt;b&gt;Erster Unterschied bei Token {place}&lt;/b&gt;, Abstand {gap}</translation>
    </message>
    <message>
        <source>&lt;b&gt;Identical:&lt;/b&gt; all {tokens} tokens are the same.</source>
        <translation>&lt;b&gt;Identisch:&lt;/b&gt; alle {tokens} Token sind gleich.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Identical:&lt;/b&gt; both texts are the same in all {alike} runs.</source>
        <translation>&lt;b&gt;Identisch:&lt;/b&gt; beide Texte sind in allen {alike} Läufen gleich.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sampled by rejection:&lt;/b&gt; each text is its own draw from the same distribution, so they may differ. The rule Coupled, or temperature 0, shows the same text twice.</source>
        <translation>&lt;b&gt;Durch Verwerfen gezogen:&lt;/b&gt; jeder Text ist eine eigene Ziehung aus derselben Verteilung, sie dürfen sich also unterscheiden. Die Regel Gekoppelt oder Temperatur 0 zeigt zweimal denselben Text.</translation>
    </message>
    <message>
        <source>&gt;Accepted</source>
        <translation>&gt;Angenommen</translation>
    </message>
    <message>
        <source>&gt;Plain</source>
        <translation>&gt;Einfach</translation>
    </message>
    <message>
        <source>&gt;Ratio</source>
        <translation>&gt;Verhältnis</translation>
    </message>
    <message>
        <source>&gt;Runs</source>
        <translation>&gt;Läufe</translation>
    </message>
    <message>
        <source>&gt;Speculative</source>
        <translation>&gt;Spekulativ</translation>
    </message>
    <message>
        <source>A prompt to run both ways</source>
        <translation>Ein Prompt für beide Arten</translation>
    </message>
    <message>
        <source>All four sets</source>
        <translation>Alle vier Reihen</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>Wie eingestellt</translation>
    </message>
    <message>
        <source>Both texts are the same, token by token</source>
        <translation>Beide Texte sind Token für Token gleich</translation>
    </message>
    <message>
        <source>Both ways run one after the other, from the same start.</source>
        <translation>Beide Arten laufen nacheinander, vom selben Anfang aus.</translation>
    </message>
    <message>
        <source>Both ways run one after the other, from the same start. Choose what to ask, then Run.</source>
        <translation>Beide Arten laufen nacheinander, vom selben Anfang aus. Wählen Sie, was gefragt wird, dann Start.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Alle löschen</translation>
    </message>
    <message>
        <source>Delete all past comparisons?</source>
        <translation>Alle früheren Vergleiche löschen?</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>Alle löschen …</translation>
    </message>
    <message>
        <source>Delete selected</source>
        <translation>Markierte löschen</translation>
    </message>
    <message>
        <source>Each text is its own draw from the same distribution</source>
        <translation>Jeder Text ist eine eigene Ziehung aus derselben Verteilung</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How often each prompt is run both ways</source>
        <translation>Wie oft jeder Prompt auf beide Arten läuft</translation>
    </message>
    <message>
        <source>Last question</source>
        <translation>Letzte Frage</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Models compared</source>
        <translation>Verglichene Modelle</translation>
    </message>
    <message>
        <source>My prompt</source>
        <translation>Mein Prompt</translation>
    </message>
    <message>
        <source>Nothing was compared yet. Each run is kept here with its figures, never with a word of what was asked or answered.</source>
        <translation>Noch wurde nichts verglichen. Jeder Lauf wird hier mit seinen Zahlen aufbewahrt, nie mit einem Wort von Frage oder Antwort.</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>One run is left out, since drafts alone cannot be that fast.</source>
        <translation>Ein Lauf bleibt weg, da Entwürfe allein nicht so schnell sein können.</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Past comparisons</source>
        <translation>Frühere Vergleiche</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Bild (PNG) …</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Einfach</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Ratio of speeds</source>
        <translation>Verhältnis der Tempi</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Run the comparison</source>
        <translation>Vergleich starten</translation>
    </message>
    <message>
        <source>Run {number} of {runs}: {name}</source>
        <translation>Lauf {number} von {runs}: {name}</translation>
    </message>
    <message>
        <source>Run {number}, {first}</source>
        <translation>Lauf {number}, {first}</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs of each prompt</source>
        <translation>Läufe je Prompt</translation>
    </message>
    <message>
        <source>Runs that are over</source>
        <translation>Beendete Läufe</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save chart (PNG)…</source>
        <translation>Diagramm speichern (PNG) …</translation>
    </message>
    <message>
        <source>Save table (CSV)…</source>
        <translation>Tabelle speichern (CSV) …</translation>
    </message>
    <message>
        <source>Save this comparison</source>
        <translation>Diesen Vergleich speichern</translation>
    </message>
    <message>
        <source>Set: chat</source>
        <translation>Reihe: Gespräch</translation>
    </message>
    <message>
        <source>Set: code</source>
        <translation>Reihe: Code</translation>
    </message>
    <message>
        <source>Set: edits</source>
        <translation>Reihe: Änderungen</translation>
    </message>
    <message>
        <source>Set: summaries</source>
        <translation>Reihe: Zusammenfassungen</translation>
    </message>
    <message>
        <source>Speculative</source>
        <translation>Spekulativ</translation>
    </message>
    <message>
        <source>Speculative is</source>
        <translation>Spekulativ ist</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop the comparison</source>
        <translation>Vergleich anhalten</translation>
    </message>
    <message>
        <source>Stopped after {runs} of {runs2} runs, which are kept.</source>
        <translation>Angehalten nach {runs} von {runs2} Läufen, die aufbewahrt sind.</translation>
    </message>
    <message>
        <source>Stopped before both ways had run, so there is no verdict.</source>
        <translation>Angehalten, bevor beide Arten gelaufen waren, daher gibt es kein Urteil.</translation>
    </message>
    <message>
        <source>Table (CSV)…</source>
        <translation>Tabelle (CSV) …</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The computer was busy with something else during {busy} of {runs} runs.</source>
        <translation>Der Rechner war während {busy} von {runs} Läufen noch mit anderem beschäftigt.</translation>
    </message>
    <message>
        <source>The computer was busy with something else meanwhile.</source>
        <translation>Der Rechner war dabei noch mit anderem beschäftigt.</translation>
    </message>
    <message>
        <source>The computer was busy with something else, so that the figures say less</source>
        <translation>Der Rechner war noch mit anderem beschäftigt, daher sagen die Zahlen weniger</translation>
    </message>
    <message>
        <source>The history cannot be changed on disk.</source>
        <translation>Der Verlauf kann auf dem Datenträger nicht geändert werden.</translation>
    </message>
    <message>
        <source>The history cannot be written; it lasts until Foreword is closed.</source>
        <translation>Der Verlauf kann nicht geschrieben werden; er bleibt, bis Foreword geschlossen wird.</translation>
    </message>
    <message>
        <source>The history was written by a newer Foreword and is left untouched.</source>
        <translation>Der Verlauf wurde von einem neueren Foreword geschrieben und bleibt unangetastet.</translation>
    </message>
    <message>
        <source>The median, and the range of the runs</source>
        <translation>Der Median und die Spanne der Läufe</translation>
    </message>
    <message>
        <source>The open chat has no question yet. Choose a set, or write a prompt.</source>
        <translation>Der offene Chat hat noch keine Frage. Wählen Sie eine Reihe oder schreiben Sie einen Prompt.</translation>
    </message>
    <message>
        <source>The replies are too short to tell their speed.</source>
        <translation>Die Antworten sind zu kurz, um ihr Tempo zu bestimmen.</translation>
    </message>
    <message>
        <source>There is no question in this chat yet. Write a prompt below, or choose a set.</source>
        <translation>In diesem Chat ist noch keine Frage. Schreiben Sie unten einen Prompt oder wählen Sie eine Reihe.</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>This run could not be kept in the history.</source>
        <translation>Dieser Lauf konnte nicht in den Verlauf aufgenommen werden.</translation>
    </message>
    <message>
        <source>Two words were so close that rounding decided between them</source>
        <translation>Zwei Wörter lagen so nah beieinander, dass die Rundung entschied</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Waits for its turn.</source>
        <translation>Wartet, bis es an der Reihe ist.</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>What speaks against it</source>
        <translation>Was dagegen spricht</translation>
    </message>
    <message>
        <source>What will be asked</source>
        <translation>Was gefragt werden wird</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Where a reply ends at the latest</source>
        <translation>Wo eine Antwort spätestens endet</translation>
    </message>
    <message>
        <source>Which run this is</source>
        <translation>Welcher Lauf das ist</translation>
    </message>
    <message>
        <source>With the chat before it: {short}</source>
        <translation>Mit dem Chat davor: {short}</translation>
    </message>
    <message>
        <source>a blank</source>
        <translation>ein Leerzeichen</translation>
    </message>
    <message>
        <source>as fast as plain for this question on this computer ({lowest}× to {highest}× over {told} runs).</source>
        <translation>so schnell wie einfach bei dieser Frage auf diesem Rechner ({lowest}× bis {highest}× in {told} Läufen).</translation>
    </message>
    <message>
        <source>as fast as plain for this question on this computer.</source>
        <translation>so schnell wie einfach bei dieser Frage auf diesem Rechner.</translation>
    </message>
    <message>
        <source>as fast as plain on this computer: the median of {prompts} prompts, which range from {lowest}× to {highest}×.</source>
        <translation>so schnell wie einfach auf diesem Rechner: der Median von {prompts} Prompts, die von {lowest}× bis {highest}× reichen.</translation>
    </message>
    <message>
        <source>as fast as plain: the draft costs more than it brings here.</source>
        <translation>so schnell wie einfach: der Entwurf kostet hier mehr, als er bringt.</translation>
    </message>
    <message>
        <source>as fast as plain: the draft neither helps nor hurts here.</source>
        <translation>so schnell wie einfach: der Entwurf nützt hier nichts und schadet nicht.</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>beschäftigt</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>identisch</translation>
    </message>
    <message>
        <source>one token at a time</source>
        <translation>ein Token nach dem anderen</translation>
    </message>
    <message>
        <source>own prompt</source>
        <translation>eigener Prompt</translation>
    </message>
    <message>
        <source>plain first</source>
        <translation>einfach zuerst</translation>
    </message>
    <message>
        <source>question from a chat</source>
        <translation>Frage aus einem Chat</translation>
    </message>
    <message>
        <source>reading the question</source>
        <translation>liest die Frage</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <source>speculative first</source>
        <translation>spekulativ zuerst</translation>
    </message>
    <message>
        <source>summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>das Ende</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>{fastest} times as fast was measured, which drafts alone cannot bring: the computer was busy with something else. Run it again.</source>
        <translation>Gemessen wurde das {fastest}-Fache, was Entwürfe allein nicht bringen können: der Rechner war noch mit anderem beschäftigt. Starten Sie noch einmal.</translation>
    </message>
    <message>
        <source>{form}, {device}, temperature {temperature:g}</source>
        <translation>{form}, {device}, Temperatur {temperature:g}</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} konnte nicht geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{place}: two words were so close that rounding decided between them.</source>
        <translation>{place}: zwei Wörter lagen so nah beieinander, dass die Rundung entschied.</translation>
    </message>
    <message>
        <source>{place}: {plain} plainly, {speculative} speculatively. They were so close that rounding decided between them.</source>
        <translation>{place}: einfach {plain}, spekulativ {speculative}. Sie lagen so nah beieinander, dass die Rundung entschied.</translation>
    </message>
    <message>
        <source>{prompts} prompts, {runs} runs, each both ways; this takes a while.</source>
        <translation>{prompts} Prompts, {runs} Läufe, jeder auf beide Arten; das dauert eine Weile.</translation>
    </message>
    <message>
        <source>{refused} runs are left out, since drafts alone cannot be that fast.</source>
        <translation>{refused} Läufe bleiben weg, da Entwürfe allein nicht so schnell sein können.</translation>
    </message>
    <message>
        <source>{seconds} s to first token · {count}</source>
        <translation>{seconds} s bis zum ersten Token · {count}</translation>
    </message>
    <message>
        <source>{target}, drafting from words seen before</source>
        <translation>{target}, entwirft aus schon Gesehenem</translation>
    </message>
    <message>
        <source>{text}, time {repeat} of {repeats}</source>
        <translation>{text}, {repeat}. Mal von {repeats}</translation>
    </message>
    <message>
        <source>{title} reply</source>
        <translation>{title}: Antwort</translation>
    </message>
    <message>
        <source>{title} speed</source>
        <translation>{title}: Tempo</translation>
    </message>
    <message>
        <source>{value} % accepted · {mean_acceptance_length} a round</source>
        <translation>{value} % angenommen · {mean_acceptance_length} je Runde</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Attach files: text, code, PDF, office documents</source>
        <translation>Dateien anhängen: Text, Code, PDF, Office-Dokumente</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends</source>
        <translation>Strg+Enter sendet</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc hält an</translation>
    </message>
    <message>
        <source>Length of the prompt</source>
        <translation>Länge des Prompts</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Message Foreword…</source>
        <translation>Nachricht an Foreword …</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Nachricht senden</translation>
    </message>
    <message>
        <source>Shift+Enter for a new line</source>
        <translation>Umschalt+Enter für eine neue Zeile</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Stopp (Esc)</translation>
    </message>
    <message>
        <source>The whole chat with this message, as the model will read it</source>
        <translation>Der ganze Chat mit dieser Nachricht, wie das Modell ihn lesen wird</translation>
    </message>
</context>
<context>
    <name>CudaMissing</name>
    <message>
        <source>The NVIDIA card or its driver is too old for this edition of Foreword, so the processor computes. A newer driver may change that.</source>
        <translation>Die NVIDIA-Karte oder ihr Treiber ist zu alt für diese Ausgabe von Foreword; deshalb rechnet der Prozessor. Ein neuerer Treiber kann das ändern.</translation>
    </message>
    <message>
        <source>This edition of Foreword computes on NVIDIA cards, and no NVIDIA driver was found, so the processor computes. The smaller CPU edition does the same.</source>
        <translation>Diese Ausgabe von Foreword rechnet auf NVIDIA-Karten, und es wurde kein NVIDIA-Treiber gefunden; deshalb rechnet der Prozessor. Die kleinere CPU-Ausgabe tut dasselbe.</translation>
    </message>
</context>
<context>
    <name>CudaOffer</name>
    <message>
        <source>Get the CUDA edition</source>
        <translation>CUDA-Ausgabe holen</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA graphics card. This edition of Foreword computes on the processor only; the CUDA edition uses the card.</source>
        <translation>Dieser Rechner hat eine NVIDIA-Grafikkarte. Diese Ausgabe von Foreword rechnet nur auf dem Prozessor; die CUDA-Ausgabe nutzt die Karte.</translation>
    </message>
</context>
<context>
    <name>Desktop</name>
    <message numerus="yes">
        <source>%Ln settings were read.</source>
        <comment>One setting was read.</comment>
        <translation>
            <numerusform>Eine Einstellung wurde gelesen.</numerusform>
            <numerusform>%Ln Einstellungen wurden gelesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>Einstellungen exportieren</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>Einstellungen importieren</translation>
    </message>
    <message>
        <source>Left out, because this Foreword does not know it: {names}</source>
        <translation>Weggelassen, weil dieses Foreword es nicht kennt: {names}</translation>
    </message>
    <message>
        <source>Left out: {reason}</source>
        <translation>Weggelassen: {reason}</translation>
    </message>
    <message>
        <source>The settings were written to {path}.</source>
        <translation>Die Einstellungen wurden in {path} geschrieben.</translation>
    </message>
    <message>
        <source>This system has no tray; closing ends Foreword.</source>
        <translation>Dieses System hat keinen Infobereich; Schließen beendet Foreword.</translation>
    </message>
    <message>
        <source>{path} cannot be opened here.</source>
        <translation>{path} lässt sich hier nicht öffnen.</translation>
    </message>
    <message>
        <source>{path} cannot be written. Choose another folder.</source>
        <translation>{path} kann nicht geschrieben werden. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{path} holds no settings of Foreword. Nothing is changed.</source>
        <translation>{path} enthält keine Einstellungen von Foreword. Es wurde nichts geändert.</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>A draft writes ahead, the model checks every word.</source>
        <translation>Ein Entwurf schreibt voraus, das Modell prüft jedes Wort.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose one of those on this computer.</source>
        <translation>Wählen Sie eines von denen auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Explain in three sentences why the sky is blue.</source>
        <translation>Erkläre in drei Sätzen, warum der Himmel blau ist.</translation>
    </message>
    <message>
        <source>Foreword answers with a model that lives on this computer. Get one once; after that it works without a network.</source>
        <translation>Foreword antwortet mit einem Modell, das auf diesem Rechner liegt. Holen Sie einmal eines; danach geht es ohne Netz.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Write a Python function that merges two sorted lists.</source>
        <translation>Schreibe eine Python-Funktion, die zwei sortierte Listen vereinigt.</translation>
    </message>
    <message>
        <source>Write a polite letter: the heating has been cold since Monday.</source>
        <translation>Schreibe einen höflichen Brief: die Heizung ist seit Montag kalt.</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message numerus="yes">
        <source> %Ln others could not be read.</source>
        <comment> One could not be read.</comment>
        <translation>
            <numerusform> Eine konnte nicht gelesen werden.</numerusform>
            <numerusform> %Ln weitere konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message>
        <source> The damaged file was kept as {path}.</source>
        <translation> Die beschädigte Datei wurde als {path} aufbewahrt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages of this chat cannot be read and are left out.</source>
        <comment>One message of this chat cannot be read and is left out.</comment>
        <translation>
            <numerusform>Eine Nachricht dieses Chats kann nicht gelesen werden und fehlt.</numerusform>
            <numerusform>%Ln Nachrichten dieses Chats können nicht gelesen werden und fehlen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>A draft is being made, which takes the whole computer. Pause it in Models first.</source>
        <translation>Gerade entsteht ein Entwurf, der den ganzen Rechner braucht. Machen Sie in Modelle zuerst eine Pause.</translation>
    </message>
    <message>
        <source>A reply is still being written. Stop it first, or wait for its end.</source>
        <translation>Eine Antwort wird noch geschrieben. Halten Sie sie zuerst an oder warten Sie ihr Ende ab.</translation>
    </message>
    <message>
        <source>Cannot be verified: the chat was read with a longer context than is loaded now. Set a longer one in Settings.</source>
        <translation>Nicht nachprüfbar: der Chat wurde mit längerem Kontext gelesen, als jetzt geladen ist. Stellen Sie in den Einstellungen einen längeren ein.</translation>
    </message>
    <message>
        <source>Cannot be verified: {error}</source>
        <translation>Nicht nachprüfbar: {error}</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one in Models first.</source>
        <translation>Es ist kein Modell geladen. Wählen Sie zuerst eines in Modelle.</translation>
    </message>
    <message>
        <source>Speculation is off because the draft cannot be used. {error}</source>
        <translation>Spekulation ist aus, weil der Entwurf nicht zu gebrauchen ist. {error}</translation>
    </message>
    <message>
        <source>The file of chats cannot be read ({path}). Start Foreword again: what can be saved of it will be.</source>
        <translation>Die Datei der Chats kann nicht gelesen werden ({path}). Starten Sie Foreword neu: was zu retten ist, wird gerettet.</translation>
    </message>
    <message>
        <source>The file of chats was damaged and could not be read. It was kept as {damaged_path}.</source>
        <translation>Die Datei der Chats war beschädigt und nicht zu lesen. Sie wurde als {damaged_path} aufbewahrt.</translation>
    </message>
    <message numerus="yes">
        <source>The file of chats was damaged: %Ln messages were saved from it.</source>
        <comment>The file of chats was damaged: one message was saved from it.</comment>
        <translation>
            <numerusform>Die Datei der Chats war beschädigt: eine Nachricht wurde daraus gerettet.</numerusform>
            <numerusform>Die Datei der Chats war beschädigt: %Ln Nachrichten wurden daraus gerettet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The last reply is just being stopped. Try again in a moment.</source>
        <translation>Die letzte Antwort wird gerade angehalten. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>The message is empty. Write something to answer.</source>
        <translation>Die Nachricht ist leer. Schreiben Sie etwas, das beantwortet werden soll.</translation>
    </message>
    <message>
        <source>The model is still loading. Send it again in a moment.</source>
        <translation>Das Modell lädt noch. Senden Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>There is no model called {name!r} here any more. Choose another one in Models.</source>
        <translation>Ein Modell namens {name!r} gibt es hier nicht mehr. Wählen Sie ein anderes in Modelle.</translation>
    </message>
    <message>
        <source>Too long: {tokens} tokens, and the model can hold {context_length} with its reply</source>
        <translation>Zu lang: {tokens} Token, das Modell fasst mit seiner Antwort {context_length}</translation>
    </message>
    <message>
        <source>What the draft brings is just being measured. Try again in a moment.</source>
        <translation>Gerade wird gemessen, was der Entwurf bringt. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Your chats were kept by a newer Foreword (format {version}, this one knows {known_version}) and are left untouched in {path}. Update Foreword to open them; until then, chats are not kept.</source>
        <translation>Ihre Chats stammen von einem neueren Foreword (Format {version}, dieses kennt {known_version}) und liegen unangetastet in {path}. Aktualisieren Sie Foreword, um sie zu öffnen; bis dahin werden Chats nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>{error} Until then, chats are not kept.</source>
        <translation>{error} Bis dahin werden Chats nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>{id} is not on this machine yet ({size_bytes}). Get it in Models.</source>
        <translation>{id} ist noch nicht auf diesem Rechner ({size_bytes}). Holen Sie es in Modelle.</translation>
    </message>
    <message numerus="yes">
        <source>{tokens} · the %Ln oldest messages will be left out</source>
        <comment>{tokens} · the oldest message will be left out</comment>
        <translation>
            <numerusform>{tokens} · die älteste Nachricht bleibt weg</numerusform>
            <numerusform>{tokens} · die %Ln ältesten Nachrichten bleiben weg</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Exchange</name>
    <message numerus="yes">
        <source>%Ln chats imported</source>
        <comment>One chat imported</comment>
        <translation>
            <numerusform>Ein Chat importiert</numerusform>
            <numerusform>%Ln Chats importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats were exported as {name}.</source>
        <comment>The chat was exported as {name}.</comment>
        <translation>
            <numerusform>Der Chat wurde als {name} exportiert.</numerusform>
            <numerusform>%Ln Chats wurden als {name} exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats were imported.</source>
        <comment>One chat was imported.</comment>
        <translation>
            <numerusform>Ein Chat wurde importiert.</numerusform>
            <numerusform>%Ln Chats wurden importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln had no messages.</source>
        <comment>One had no messages.</comment>
        <translation>
            <numerusform>Einer hatte keine Nachrichten.</numerusform>
            <numerusform>%Ln hatten keine Nachrichten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already.</source>
        <comment>One was there already.</comment>
        <translation>
            <numerusform>Einer war schon da.</numerusform>
            <numerusform>%Ln waren schon da.</numerusform>
        </translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Another import or export is still running.</source>
        <translation>Ein anderer Import oder Export läuft noch.</translation>
    </message>
    <message>
        <source>Attached: {name}</source>
        <translation>Angehängt: {name}</translation>
    </message>
    <message>
        <source>Chats are not kept in this session, so none can be imported or exported.</source>
        <translation>In dieser Sitzung werden Chats nicht aufbewahrt, daher lassen sich keine importieren oder exportieren.</translation>
    </message>
    <message>
        <source>Chats of Foreword, ChatGPT or LM Studio (*.json *.zip)</source>
        <translation>Chats von Foreword, ChatGPT oder LM Studio (*.json *.zip)</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>Export chat</source>
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Exporting chats</source>
        <translation>Chats werden exportiert</translation>
    </message>
    <message>
        <source>Failed here.</source>
        <translation>Hier gescheitert.</translation>
    </message>
    <message>
        <source>Foreword chats</source>
        <translation>Foreword-Chats</translation>
    </message>
    <message>
        <source>Foreword, all that is kept (*.json)</source>
        <translation>Foreword, alles, was aufbewahrt ist (*.json)</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>Chats werden importiert</translation>
    </message>
    <message>
        <source>Interrupted here.</source>
        <translation>Hier unterbrochen.</translation>
    </message>
    <message>
        <source>Markdown, one file a chat (*.zip)</source>
        <translation>Markdown, eine Datei je Chat (*.zip)</translation>
    </message>
    <message>
        <source>Markdown, to be read (*.md)</source>
        <translation>Markdown, zum Lesen (*.md)</translation>
    </message>
    <message>
        <source>No chat was imported.</source>
        <translation>Es wurde kein Chat importiert.</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stopped here.</source>
        <translation>Hier angehalten.</translation>
    </message>
    <message>
        <source>The import was stopped; what was read is kept.</source>
        <translation>Der Import wurde angehalten; was gelesen war, ist aufbewahrt.</translation>
    </message>
    <message>
        <source>There are no chats in what was chosen.</source>
        <translation>In dem, was gewählt wurde, sind keine Chats.</translation>
    </message>
    <message>
        <source>These files could not be opened: {names}.</source>
        <translation>Diese Dateien konnten nicht geöffnet werden: {names}.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>it is no chat of a known form</source>
        <translation>es ist kein Chat einer bekannten Form</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>es ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>it is too large to be a chat</source>
        <translation>es ist zu groß für einen Chat</translation>
    </message>
    <message>
        <source>number {number} ({reason})</source>
        <translation>Nummer {number} ({reason})</translation>
    </message>
    <message>
        <source>number {number} in {file} ({reason})</source>
        <translation>Nummer {number} in {file} ({reason})</translation>
    </message>
    <message>
        <source>part of it is damaged</source>
        <translation>ein Teil davon ist beschädigt</translation>
    </message>
    <message>
        <source>the file ends in the middle of it</source>
        <translation>die Datei endet mittendrin</translation>
    </message>
    <message>
        <source>{bad} of {all} chats could not be read: {which}, and others.</source>
        <translation>{bad} von {all} Chats konnten nicht gelesen werden: {which} und andere.</translation>
    </message>
    <message>
        <source>{bad} of {all} chats could not be read: {which}.</source>
        <translation>{bad} von {all} Chats konnten nicht gelesen werden: {which}.</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Everything you have written, and a backup of it.</source>
        <translation>Alles, was Sie geschrieben haben, und eine Sicherung davon.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the folder: {name}</source>
        <translation>Ordner öffnen: {name}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>To keep everything in another place, close Foreword, move the folders and start it with the environment variable FOREWORD_HOME set to where they are.</source>
        <translation>Um alles an einem anderen Ort aufzubewahren, schließen Sie Foreword, verschieben Sie die Ordner und starten Sie es mit der Umgebungsvariablen FOREWORD_HOME, die dorthin zeigt.</translation>
    </message>
    <message>
        <source>What stands in this dialog.</source>
        <translation>Was in diesem Dialog steht.</translation>
    </message>
    <message>
        <source>What was downloaded; it can be had again.</source>
        <translation>Was heruntergeladen wurde; es lässt sich wieder holen.</translation>
    </message>
    <message>
        <source>What went wrong, if anything did; never what was said.</source>
        <translation>Was schiefging, falls etwas schiefging; nie, was gesagt wurde.</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>A GGUF file</source>
        <translation>Eine GGUF-Datei</translation>
    </message>
    <message>
        <source>A folder with config.json, safetensors</source>
        <translation>Ein Ordner mit config.json, safetensors</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose a model's folder</source>
        <translation>Ordner eines Modells wählen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy it, so that it stays</source>
        <translation>Kopieren, damit es bleibt</translation>
    </message>
    <message>
        <source>Copy of {name}</source>
        <translation>Kopie von {name}</translation>
    </message>
    <message>
        <source>Copy {name}</source>
        <translation>{name} kopieren</translation>
    </message>
    <message>
        <source>Copying {name}…</source>
        <translation>{name} wird kopiert …</translation>
    </message>
    <message>
        <source>Copying, {done} of {total}</source>
        <translation>Wird kopiert, {done} von {total}</translation>
    </message>
    <message>
        <source>List it where it lies; nothing is copied</source>
        <translation>Auflisten, wo es liegt; nichts wird kopiert</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Look for models again</source>
        <translation>Noch einmal nach Modellen suchen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Models (*.gguf *.GGUF)</source>
        <translation>Modelle (*.gguf *.GGUF)</translation>
    </message>
    <message>
        <source>Models that LM Studio, Ollama or the Hugging Face cache keep on this computer. Use one where it lies, or copy it so that it stays when the other program removes it. No code from a model is ever run.</source>
        <translation>Modelle, die LM Studio, Ollama oder der Zwischenspeicher von Hugging Face auf diesem Rechner haben. Nutzen Sie eines, wo es liegt, oder kopieren Sie es, damit es bleibt, wenn das andere Programm es entfernt. Code aus einem Modell wird nie ausgeführt.</translation>
    </message>
    <message>
        <source>No other program has models here.</source>
        <translation>Kein anderes Programm hat hier Modelle.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop copying {name}</source>
        <translation>Kopieren von {name} anhalten</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nutzen</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>{name} nutzen</translation>
    </message>
    <message>
        <source>{name} is in your list now.</source>
        <translation>{name} ist jetzt in Ihrer Liste.</translation>
    </message>
    <message>
        <source>{origin}; in your list</source>
        <translation>{origin}; in Ihrer Liste</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Drafted by a smaller model, and accepted by the model</source>
        <translation>Von einem kleineren Modell entworfen und vom Modell angenommen</translation>
    </message>
    <message>
        <source>Drafted by the model's own draft, and accepted by the model</source>
        <translation>Vom eigenen Entwurf des Modells entworfen und vom Modell angenommen</translation>
    </message>
    <message>
        <source>Found earlier in the chat, and accepted by the model</source>
        <translation>Weiter oben im Chat gefunden und vom Modell angenommen</translation>
    </message>
    <message>
        <source>The draft was refused here; this word is the model's</source>
        <translation>Hier wurde der Entwurf abgelehnt; dieses Wort ist vom Modell</translation>
    </message>
    <message>
        <source>What the tints mean</source>
        <translation>Was die Farben bedeuten</translation>
    </message>
    <message>
        <source>Written by the model itself, without a draft or after one</source>
        <translation>Vom Modell selbst geschrieben, ohne Entwurf oder nach einem</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>korrigiert</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>own draft</source>
        <translation>eigener Entwurf</translation>
    </message>
    <message>
        <source>seen before</source>
        <translation>schon gesehen</translation>
    </message>
    <message>
        <source>the model's own</source>
        <translation>vom Modell selbst</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Access token</source>
        <translation>Zugangs-Token</translation>
    </message>
    <message>
        <source>Access token for {host}</source>
        <translation>Zugangs-Token für {host}</translation>
    </message>
    <message>
        <source>Any kind</source>
        <translation>Jede Art</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Jede Größe</translation>
    </message>
    <message>
        <source>Back to suggestions</source>
        <translation>Zurück zu den Vorschlägen</translation>
    </message>
    <message>
        <source>Being fetched, see below</source>
        <translation>Wird geholt, siehe unten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the download of {name}</source>
        <translation>Herunterladen von {name} abbrechen</translation>
    </message>
    <message>
        <source>Cannot be run here: {reason}.</source>
        <translation>Läuft hier nicht: {reason}.</translation>
    </message>
    <message>
        <source>Check it again</source>
        <translation>Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Check it again, show it, or delete it</source>
        <translation>Noch einmal prüfen, zeigen oder löschen</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete it…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Delete {name} from this computer?</source>
        <translation>{name} von diesem Rechner löschen?</translation>
    </message>
    <message>
        <source>Download of {name}</source>
        <translation>Herunterladen von {name}</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Foreword is offline: {reason}. Nothing is searched or fetched until that is switched off.</source>
        <translation>Foreword ist offline: {reason}. Es wird nichts gesucht oder geholt, bis das ausgeschaltet ist.</translation>
    </message>
    <message>
        <source>Found on the hub</source>
        <translation>Auf dem Hub gefunden</translation>
    </message>
    <message>
        <source>GGUF files</source>
        <translation>GGUF-Dateien</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Give a token…</source>
        <translation>Token angeben …</translation>
    </message>
    <message>
        <source>Hide files</source>
        <translation>Dateien verbergen</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>It holds nothing that can be run here.</source>
        <translation>Darin ist nichts, was hier läuft.</translation>
    </message>
    <message>
        <source>Its file stays where it is.</source>
        <translation>Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>Keep it in the system's key store</source>
        <translation>Im Schlüsselspeicher des Systems aufbewahren</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Looking for {text}…</source>
        <translation>Suche nach {text} …</translation>
    </message>
    <message>
        <source>More about {name}</source>
        <translation>Mehr zu {name}</translation>
    </message>
    <message>
        <source>Needs about {memory} of memory</source>
        <translation>Braucht etwa {memory} Speicher</translation>
    </message>
    <message>
        <source>Nothing came back</source>
        <translation>Es kam nichts zurück</translation>
    </message>
    <message>
        <source>Nothing like it that can be run here. Try fewer words, or show what cannot be run to see why.</source>
        <translation>Nichts Passendes, das hier läuft. Versuchen Sie weniger Wörter oder zeigen Sie auch, was nicht läuft, um den Grund zu sehen.</translation>
    </message>
    <message>
        <source>Only when you search are these words sent, and only to {host}.</source>
        <translation>Erst wenn Sie suchen, werden diese Wörter gesendet, und nur an {host}.</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause the download of {name}</source>
        <translation>Herunterladen von {name} pausieren</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Paused at {done} of {total}</source>
        <translation>Pausiert bei {done} von {total}</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume the download of {name}</source>
        <translation>Herunterladen von {name} fortsetzen</translation>
    </message>
    <message>
        <source>Safetensors</source>
        <translation>Safetensors</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search by name, or paste owner/name or a page</source>
        <translation>Nach Namen suchen oder Besitzer/Name oder eine Adresse einfügen</translation>
    </message>
    <message>
        <source>Search for models</source>
        <translation>Nach Modellen suchen</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Show it in its folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Show what cannot be run</source>
        <translation>Zeigen, was nicht läuft</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Stop it and delete what has arrived</source>
        <translation>Anhalten und löschen, was angekommen ist</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Take it off</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Take {name} off the list?</source>
        <translation>{name} aus der Liste nehmen?</translation>
    </message>
    <message>
        <source>The whole folder of safetensors</source>
        <translation>Der ganze Ordner mit Safetensors</translation>
    </message>
    <message>
        <source>This computer has too little memory for it.</source>
        <translation>Dieser Rechner hat dafür zu wenig Speicher.</translation>
    </message>
    <message>
        <source>This frees {size}. It can be fetched again at any time.</source>
        <translation>Das macht {size} frei. Es lässt sich jederzeit wieder holen.</translation>
    </message>
    <message>
        <source>This system has no key store, so the token is used until Foreword closes and kept nowhere.</source>
        <translation>Dieses System hat keinen Schlüsselspeicher; das Token gilt, bis Foreword geschlossen wird, und wird nirgends aufbewahrt.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try the download of {name} again</source>
        <translation>Herunterladen von {name} noch einmal versuchen</translation>
    </message>
    <message>
        <source>Up to {size}</source>
        <translation>Bis {size}</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Waiting for another download</source>
        <translation>Wartet auf einen anderen Download</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>etwa {size}</translation>
    </message>
    <message>
        <source>draft: {name}</source>
        <translation>Entwurf: {name}</translation>
    </message>
    <message>
        <source>its licence has to be accepted on the hub</source>
        <translation>die Lizenz ist auf dem Hub anzunehmen</translation>
    </message>
    <message>
        <source>{count} downloads a month</source>
        <translation>{count} Downloads im Monat</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{done} of {total}, {rate}/s</source>
        <translation>{done} von {total}, {rate}/s</translation>
    </message>
    <message>
        <source>{done} of {total}, {rate}/s, {time} left</source>
        <translation>{done} von {total}, {rate}/s, noch {time}</translation>
    </message>
    <message>
        <source>{host} hands this model only to people it knows. Make a token for reading in your account there and paste it here. It is sent to {host} only.</source>
        <translation>{host} gibt dieses Modell nur an Bekannte. Erstellen Sie dort in Ihrem Konto ein Token zum Lesen und fügen Sie es hier ein. Es wird nur an {host} gesendet.</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{id} is whole: every byte is as it was published.</source>
        <translation>{id} ist vollständig: jedes Byte ist, wie es veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>{name} is in use. Load another model first.</source>
        <translation>{name} wird gerade benutzt. Laden Sie zuerst ein anderes Modell.</translation>
    </message>
</context>
<context>
    <name>LinkPrompt</name>
    <message>
        <source>A model wrote this address. It may not exist, or lead elsewhere.</source>
        <translation>Diese Adresse hat ein Modell geschrieben. Vielleicht gibt es sie nicht, oder sie führt woandershin.</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>Open this page in your browser?</source>
        <translation>Diese Seite in Ihrem Browser öffnen?</translation>
    </message>
    <message>
        <source>The whole address</source>
        <translation>Die ganze Adresse</translation>
    </message>
    <message>
        <source>Where it leads</source>
        <translation>Wohin sie führt</translation>
    </message>
    <message>
        <source>Write to this address with your mail program?</source>
        <translation>Mit Ihrem Mailprogramm an diese Adresse schreiben?</translation>
    </message>
</context>
<context>
    <name>Making</name>
    <message>
        <source> Private: it learnt from your questions too, so keep it on this computer.</source>
        <translation> Privat: er hat auch aus Ihren Fragen gelernt, behalten Sie ihn also auf diesem Rechner.</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>A draft for {target_name}</source>
        <translation>Ein Entwurf für {target_name}</translation>
    </message>
    <message>
        <source>All that was written and learnt for this draft is lost.</source>
        <translation>Alles, was für diesen Entwurf geschrieben und gelernt wurde, geht verloren.</translation>
    </message>
    <message>
        <source>Also learn from my own chats</source>
        <translation>Auch aus meinen eigenen Chats lernen</translation>
    </message>
    <message numerus="yes">
        <source>Also learn from my own chats (%Ln questions)</source>
        <comment>Also learn from my own chats (%Ln question)</comment>
        <translation>
            <numerusform>Auch aus meinen eigenen Chats lernen (%Ln Frage)</numerusform>
            <numerusform>Auch aus meinen eigenen Chats lernen (%Ln Fragen)</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete what is unfinished?</source>
        <translation>Unfertiges löschen?</translation>
    </message>
    <message>
        <source>Deleting what is unfinished</source>
        <translation>Unfertiges wird gelöscht</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Figures come after a tenth of the learning.</source>
        <translation>Zahlen kommen nach einem Zehntel des Lernens.</translation>
    </message>
    <message>
        <source>Figures come once the draft has begun to learn.</source>
        <translation>Zahlen kommen, sobald der Entwurf zu lernen begonnen hat.</translation>
    </message>
    <message>
        <source>First word ahead</source>
        <translation>Erstes Wort im Voraus</translation>
    </message>
    <message>
        <source>Fourth word ahead</source>
        <translation>Viertes Wort im Voraus</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>How many of its words stand on text it has not seen, and what it took:</source>
        <translation>Wie viele seiner Wörter bei ungesehenem Text stehen bleiben und was es gekostet hat:</translation>
    </message>
    <message>
        <source>It ends by then; longer is better.</source>
        <translation>Dann ist es fertig; länger ist besser.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Learning took</source>
        <translation>Dauer des Lernens</translation>
    </message>
    <message>
        <source>Made for this model from {written} of its own tokens</source>
        <translation>Für dieses Modell gemacht aus {written} seiner eigenen Token</translation>
    </message>
    <message>
        <source>Make a draft</source>
        <translation>Entwurf machen</translation>
    </message>
    <message>
        <source>Make another</source>
        <translation>Noch einen machen</translation>
    </message>
    <message>
        <source>Making a draft for {name}</source>
        <translation>Ein Entwurf für {name} entsteht</translation>
    </message>
    <message>
        <source>Making a draft for {name}: {step}, {share}</source>
        <translation>Ein Entwurf für {name} entsteht: {step}, {share}</translation>
    </message>
    <message>
        <source>Making a draft for {name}: {step}, {share}, {time} left</source>
        <translation>Ein Entwurf für {name} entsteht: {step}, {share}, noch {time}</translation>
    </message>
    <message>
        <source>Measuring: a few short replies…</source>
        <translation>Wird gemessen: einige kurze Antworten …</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>More foretell better and cost more.</source>
        <translation>Mehr sagen besser voraus und kosten mehr.</translation>
    </message>
    <message>
        <source>Nearly done</source>
        <translation>Fast fertig</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Pausing: what was done is being kept</source>
        <translation>Pause: das Bisherige wird aufbewahrt</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Second word ahead</source>
        <translation>Zweites Wort im Voraus</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Stands on text it has not seen</source>
        <translation>Bleibt bei ungesehenem Text stehen</translation>
    </message>
    <message>
        <source>Step 1 of 2</source>
        <translation>Schritt 1 von 2</translation>
    </message>
    <message>
        <source>Step 2 of 2</source>
        <translation>Schritt 2 von 2</translation>
    </message>
    <message>
        <source>Stop and delete what is unfinished</source>
        <translation>Anhalten und Unfertiges löschen</translation>
    </message>
    <message>
        <source>The draft is packed and kept</source>
        <translation>Der Entwurf wird gepackt und aufbewahrt</translation>
    </message>
    <message>
        <source>The draft is ready</source>
        <translation>Der Entwurf ist fertig</translation>
    </message>
    <message>
        <source>The draft learns to foretell them</source>
        <translation>Der Entwurf lernt, sie vorherzusagen</translation>
    </message>
    <message>
        <source>The draft that is there already is replaced.</source>
        <translation>Der vorhandene Entwurf wird ersetzt.</translation>
    </message>
    <message>
        <source>The model answers your own questions again, and the draft learns those answers. It may remember what you wrote: it is marked private and stays on this computer.</source>
        <translation>Das Modell beantwortet Ihre eigenen Fragen noch einmal, und der Entwurf lernt diese Antworten. Er kann behalten, was Sie geschrieben haben: er wird als privat gekennzeichnet und bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The model writes conversations</source>
        <translation>Das Modell schreibt Gespräche</translation>
    </message>
    <message>
        <source>The model writes conversations, and a tiny draft learns to foretell its words, on this computer alone. The chat waits meanwhile; pause to use it.</source>
        <translation>Das Modell schreibt Gespräche, und ein winziger Entwurf lernt, seine Wörter vorherzusagen, nur auf diesem Rechner. Der Chat wartet solange; machen Sie eine Pause, um ihn zu nutzen.</translation>
    </message>
    <message>
        <source>Third word ahead</source>
        <translation>Drittes Wort im Voraus</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tokens learnt, again and again</source>
        <translation>Gelernte Token, immer wieder</translation>
    </message>
    <message>
        <source>Tokens the draft may propose.</source>
        <translation>Token, die der Entwurf vorschlagen darf.</translation>
    </message>
    <message>
        <source>Tokens written</source>
        <translation>Geschriebene Token</translation>
    </message>
    <message>
        <source>Use it now</source>
        <translation>Jetzt benutzen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Wortschatz</translation>
    </message>
    <message>
        <source>What it brings</source>
        <translation>Was er bringt</translation>
    </message>
    <message>
        <source>What it brings is measured when it is used.</source>
        <translation>Was er bringt, wird beim Benutzen gemessen.</translation>
    </message>
    <message>
        <source>What the model writes, at most.</source>
        <translation>Was das Modell höchstens schreibt.</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>weniger als eine Minute</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>of the first words it drafts stand, on text it has not seen</source>
        <translation>der ersten Wörter, die er entwirft, bleiben bei ungesehenem Text stehen</translation>
    </message>
    <message>
        <source>yes: it learnt from your questions</source>
        <translation>ja: er hat aus Ihren Fragen gelernt</translation>
    </message>
    <message>
        <source>{duration} left</source>
        <translation>noch {duration}</translation>
    </message>
    <message>
        <source>{hours} h</source>
        <translation>{hours} h</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Token/s</translation>
    </message>
    <message>
        <source>{stands} % of its first words stand on text it has not seen</source>
        <translation>{stands} % seiner ersten Wörter bleiben bei ungesehenem Text stehen</translation>
    </message>
    <message>
        <source>{text}. The chat waits until it is paused or done.</source>
        <translation>{text}. Der Chat wartet, bis es pausiert oder fertig ist.</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>Foreword did not end in order while {model} was in use, so it was not loaded by itself. If it took the computer's memory, choose a smaller one or a shorter context.</source>
        <translation>Foreword endete nicht ordentlich, während {model} benutzt wurde, daher wurde es nicht von selbst geladen. Falls es den Speicher des Rechners verbraucht hat, wählen Sie ein kleineres oder einen kürzeren Kontext.</translation>
    </message>
    <message>
        <source>Load it anyway</source>
        <translation>Trotzdem laden</translation>
    </message>
    <message>
        <source>Load it now</source>
        <translation>Jetzt laden</translation>
    </message>
    <message>
        <source>What both would take of memory</source>
        <translation>Was beide an Speicher brauchen würden</translation>
    </message>
    <message>
        <source>{model} was let go after a while without use. It comes back when you write.</source>
        <translation>{model} wurde nach einer Weile ohne Gebrauch losgelassen. Es kommt wieder, wenn Sie schreiben.</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>A .gguf file that lies on this computer</source>
        <translation>Eine .gguf-Datei, die auf diesem Rechner liegt</translation>
    </message>
    <message>
        <source>A draft for {name} is not finished; what was done is kept.</source>
        <translation>Ein Entwurf für {name} ist nicht fertig; das Bisherige ist aufbewahrt.</translation>
    </message>
    <message>
        <source>Answers, and has the last word on every token.</source>
        <translation>Antwortet und hat bei jedem Token das letzte Wort.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cannot draft for this model.</source>
        <translation>Kann für dieses Modell nicht entwerfen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Download of {name}</source>
        <translation>Herunterladen von {name}</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Find more</source>
        <translation>Mehr finden</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Get it ({size_bytes})</source>
        <translation>Holen ({size_bytes})</translation>
    </message>
    <message>
        <source>Get {name}</source>
        <translation>{name} holen</translation>
    </message>
    <message>
        <source>Getting {model}: {line}</source>
        <translation>{model} wird geholt: {line}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Ein Modell importieren</translation>
    </message>
    <message>
        <source>Import a model file</source>
        <translation>Modelldatei importieren</translation>
    </message>
    <message>
        <source>Import file…</source>
        <translation>Datei importieren …</translation>
    </message>
    <message>
        <source>It is the model itself: nothing would be gained.</source>
        <translation>Das ist das Modell selbst: damit wäre nichts gewonnen.</translation>
    </message>
    <message>
        <source>Its own draft</source>
        <translation>Eigener Entwurf</translation>
    </message>
    <message>
        <source>Load both and have a few short replies written</source>
        <translation>Beide laden und einige kurze Antworten schreiben lassen</translation>
    </message>
    <message>
        <source>Make a draft for the marked model</source>
        <translation>Entwurf für das gewählte Modell machen</translation>
    </message>
    <message>
        <source>Make a draft…</source>
        <translation>Entwurf machen …</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure what the marked draft brings</source>
        <translation>Messen, was der gewählte Entwurf bringt</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>Kein Entwurf</translation>
    </message>
    <message>
        <source>Not measured yet on this computer.</source>
        <translation>Auf diesem Rechner noch nicht gemessen.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Rechner</translation>
    </message>
    <message>
        <source>Plain decoding, one token at a time; repeated text is still guessed from the chat.</source>
        <translation>Einfaches Dekodieren, ein Token nach dem anderen; Wiederholtes wird trotzdem aus dem Chat erraten.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>The draft for {target_name} is ready.</source>
        <translation>Der Entwurf für {target_name} ist fertig.</translation>
    </message>
    <message>
        <source>There is no model on this computer yet. {name} is a small one to start with.</source>
        <translation>Auf diesem Rechner ist noch kein Modell. {name} ist ein kleines für den Anfang.</translation>
    </message>
    <message>
        <source>Train a tiny draft for the marked model, on this computer</source>
        <translation>Auf diesem Rechner einen winzigen Entwurf für das gewählte Modell anlernen</translation>
    </message>
    <message>
        <source>Try anyway</source>
        <translation>Trotzdem versuchen</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>Diese benutzen</translation>
    </message>
    <message>
        <source>Use these models</source>
        <translation>Diese Modelle benutzen</translation>
    </message>
    <message>
        <source>What the draft brings</source>
        <translation>Was der Entwurf bringt</translation>
    </message>
    <message>
        <source>Writes ahead. It must share the model's tokens.</source>
        <translation>Schreibt voraus. Muss dieselben Token haben wie das Modell.</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>its own draft</source>
        <translation>eigener Entwurf</translation>
    </message>
    <message>
        <source>{name} as draft</source>
        <translation>{name} als Entwurf</translation>
    </message>
    <message>
        <source>{name} as model</source>
        <translation>{name} als Modell</translation>
    </message>
</context>
<context>
    <name>MoreButton</name>
    <message numerus="yes">
        <source>%Ln characters more</source>
        <comment>%Ln character more</comment>
        <translation>
            <numerusform>%Ln Zeichen mehr</numerusform>
            <numerusform>%Ln Zeichen mehr</numerusform>
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
        <translation>{number} s</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>All commands</source>
        <translation>Alle Befehle</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Filter the commands</source>
        <translation>Befehle filtern</translation>
    </message>
    <message>
        <source>No command answers to that.</source>
        <translation>Dazu passt kein Befehl.</translation>
    </message>
    <message>
        <source>What to do…</source>
        <translation>Was soll geschehen …</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Another preset has this name.</source>
        <translation>Eine andere Vorlage heißt so.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Chats that choose it are given what stands here. Those that have it already keep what they were given; choose it again there to take over a change.</source>
        <translation>Chats, die sie wählen, bekommen, was hier steht. Die sie schon haben, behalten, was sie bekamen; wählen Sie sie dort noch einmal, um eine Änderung zu übernehmen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the preset</source>
        <translation>Vorlage löschen</translation>
    </message>
    <message>
        <source>Delete the preset {name}?</source>
        <translation>Die Vorlage {name} löschen?</translation>
    </message>
    <message>
        <source>Don't save</source>
        <translation>Nicht speichern</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>Geben Sie ihr einen Namen.</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Holds for the open chat from its next reply on, and is kept with it.</source>
        <translation>Gilt für den offenen Chat ab der nächsten Antwort und wird mit ihm aufbewahrt.</translation>
    </message>
    <message>
        <source>It cannot be brought back. Chats that have it keep what they were given.</source>
        <translation>Sie kann nicht zurückgeholt werden. Chats, die sie haben, behalten, was sie bekommen haben.</translation>
    </message>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Vorlage</translation>
    </message>
    <message>
        <source>New chats begin with it</source>
        <translation>Neue Chats beginnen damit</translation>
    </message>
    <message>
        <source>New preset</source>
        <translation>Neue Vorlage</translation>
    </message>
    <message>
        <source>Otherwise what you typed here is lost.</source>
        <translation>Sonst geht verloren, was Sie hier geschrieben haben.</translation>
    </message>
    <message>
        <source>Own values</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as a preset</source>
        <translation>Als Vorlage speichern</translation>
    </message>
    <message>
        <source>Save the changes to {name}?</source>
        <translation>Die Änderungen an {name} speichern?</translation>
    </message>
    <message>
        <source>Save the new preset?</source>
        <translation>Die neue Vorlage speichern?</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Style of the chat: {name}</source>
        <translation>Stil des Chats: {name}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation>System-Prompt und Vorlagen</translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation>System-Prompt und Vorlagen …</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This chat and the presets</source>
        <translation>Dieser Chat und die Vorlagen</translation>
    </message>
    <message>
        <source>This chat is written with: {name}, {prompt}</source>
        <translation>Dieser Chat wird geschrieben mit: {name}, {prompt}</translation>
    </message>
    <message>
        <source>Told to the model before the chat: Answer briefly.</source>
        <translation>Dem Modell vor dem Chat gesagt: Antworte kurz.</translation>
    </message>
    <message>
        <source>Use for this chat</source>
        <translation>Für diesen Chat benutzen</translation>
    </message>
    <message>
        <source>Use what you changed for this chat?</source>
        <translation>Ihre Änderungen für diesen Chat übernehmen?</translation>
    </message>
    <message>
        <source>with a system prompt</source>
        <translation>mit System-Prompt</translation>
    </message>
    <message>
        <source>without a system prompt</source>
        <translation>ohne System-Prompt</translation>
    </message>
    <message>
        <source>{name} (new chats)</source>
        <translation>{name} (neue Chats)</translation>
    </message>
</context>
<context>
    <name>Proofs</name>
    <message>
        <source>Cannot be verified: it was not kept how this reply was asked for.</source>
        <translation>Nicht nachprüfbar: es ist nicht aufbewahrt, wie diese Antwort angefordert wurde.</translation>
    </message>
    <message>
        <source>Cannot be verified: its beginning was written while more of the chat had room, and what that was is not kept.</source>
        <translation>Nicht nachprüfbar: der Anfang entstand, als mehr vom Chat Platz hatte, und was das war, ist nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Cannot be verified: no model is loaded.</source>
        <translation>Nicht nachprüfbar: es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>Cannot be verified: the seed of this reply was not kept.</source>
        <translation>Nicht nachprüfbar: der Startwert dieser Antwort ist nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Cannot be verified: there are no tokens in this reply.</source>
        <translation>Nicht nachprüfbar: in dieser Antwort sind keine Token.</translation>
    </message>
    <message>
        <source>Cannot be verified: {target_id} wrote this reply, and {id} is loaded.</source>
        <translation>Nicht nachprüfbar: {target_id} schrieb diese Antwort, geladen ist {id}.</translation>
    </message>
    <message>
        <source>Verifying, {done} of {total} tokens read</source>
        <translation>Wird nachgeprüft, {done} von {total} Token gelesen</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>Wird nachgeprüft …</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Noch einmal antworten</translation>
    </message>
    <message>
        <source>Answer the message</source>
        <translation>Die Nachricht beantworten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy your message</source>
        <translation>Ihre Nachricht kopieren</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Edit and send again…</source>
        <translation>Bearbeiten und neu senden …</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More to do with your message</source>
        <translation>Mehr zu Ihrer Nachricht</translation>
    </message>
    <message>
        <source>Show the next version</source>
        <translation>Nächste Fassung zeigen</translation>
    </message>
    <message>
        <source>Show the version before</source>
        <translation>Vorige Fassung zeigen</translation>
    </message>
    <message>
        <source>The next version</source>
        <translation>Die nächste Fassung</translation>
    </message>
    <message>
        <source>The version before</source>
        <translation>Die vorige Fassung</translation>
    </message>
    <message>
        <source>Version {number} of {count}</source>
        <translation>Fassung {number} von {count}</translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation>Sie schrieben</translation>
    </message>
</context>
<context>
    <name>ReplacedNotice</name>
    <message>
        <source>Foreword was installed anew while it was running. Quit and open it again to go on with the new version.</source>
        <translation>Foreword wurde neu installiert, während es lief. Beenden und öffnen Sie es, um mit der neuen Version weiterzumachen.</translation>
    </message>
</context>
<context>
    <name>Replies</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel editing</source>
        <translation>Bearbeiten abbrechen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete all of it</source>
        <translation>Alles löschen</translation>
    </message>
    <message>
        <source>Delete this reply?</source>
        <translation>Diese Antwort löschen?</translation>
    </message>
    <message>
        <source>Delete your message?</source>
        <translation>Ihre Nachricht löschen?</translation>
    </message>
    <message>
        <source>Documents and texts</source>
        <translation>Dokumente und Texte</translation>
    </message>
    <message>
        <source>Editing a message. The first version and its answers stay beside it.</source>
        <translation>Eine Nachricht wird bearbeitet. Die erste Fassung und ihre Antworten bleiben daneben stehen.</translation>
    </message>
    <message>
        <source>It cannot be brought back.</source>
        <translation>Das lässt sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>Leave the message as it is (Esc)</source>
        <translation>Die Nachricht lassen, wie sie ist (Esc)</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one in Models first.</source>
        <translation>Es ist kein Modell geladen. Wählen Sie zuerst eines in Modelle.</translation>
    </message>
    <message>
        <source>Only this reply</source>
        <translation>Nur diese Antwort</translation>
    </message>
    <message>
        <source>Only your message</source>
        <translation>Nur Ihre Nachricht</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>Dateien werden gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln messages that follow it can go with it, or stay. What is deleted cannot be brought back.</source>
        <comment>The message that follows it can go with it, or stay. What is deleted cannot be brought back.</comment>
        <translation>
            <numerusform>Die Nachricht danach kann mit gelöscht werden oder bleiben. Gelöschtes lässt sich nicht zurückholen.</numerusform>
            <numerusform>Die %Ln Nachrichten danach können mit gelöscht werden oder bleiben. Gelöschtes lässt sich nicht zurückholen.</numerusform>
        </translation>
    </message>
    <message>
        <source>This reply cannot go on: it was not kept how it was asked for. Regenerate it.</source>
        <translation>Diese Antwort kann nicht weitergehen: es ist nicht aufbewahrt, wie sie angefordert wurde. Erzeugen Sie sie neu.</translation>
    </message>
    <message>
        <source>This reply is whole; there is nothing to go on with.</source>
        <translation>Diese Antwort ist vollständig; es gibt nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>{target_id} wrote this reply, and {id} is loaded. Load the first to go on with it, or regenerate it.</source>
        <translation>{target_id} schrieb diese Antwort, geladen ist {id}. Laden Sie das erste, um sie fortzusetzen, oder erzeugen Sie sie neu.</translation>
    </message>
</context>
<context>
    <name>Reply</name>
    <message>
        <source>, {tokens} kept from before</source>
        <translation>, {tokens} von vorher behalten</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue the reply</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Als reinen Text kopieren</translation>
    </message>
    <message>
        <source>Copy the details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Copy the reply</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Details of the reply</source>
        <translation>Einzelheiten der Antwort</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>Beendet durch</translation>
    </message>
    <message>
        <source>Go on where the reply was cut</source>
        <translation>Dort weiter, wo die Antwort abbrach</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>Vorausschau</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More to do with the reply</source>
        <translation>Mehr zur Antwort</translation>
    </message>
    <message>
        <source>Near-ties</source>
        <translation>Beinahe-Gleichstände</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erzeugen</translation>
    </message>
    <message>
        <source>Regenerate the reply</source>
        <translation>Antwort neu erzeugen</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Show the details of the reply</source>
        <translation>Einzelheiten der Antwort zeigen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Zielmodell</translation>
    </message>
    <message>
        <source>Thinking tokens</source>
        <translation>Gedachte Token</translation>
    </message>
    <message>
        <source>To first token</source>
        <translation>Bis zum ersten Token</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>Token je Runde</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Verify the reply</source>
        <translation>Antwort nachprüfen</translation>
    </message>
    <message>
        <source>Verify with the target alone</source>
        <translation>Allein mit dem Zielmodell nachprüfen</translation>
    </message>
    <message>
        <source>a stop text</source>
        <translation>einen Stopptext</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>Kontext voll</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>greedy: the likeliest token each time</source>
        <translation>gierig: jedes Mal das wahrscheinlichste Token</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>sich selbst</translation>
    </message>
    <message>
        <source>length limit</source>
        <translation>Längengrenze</translation>
    </message>
    <message>
        <source>min-p {value}</source>
        <translation>Min-p {value}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>Startwert {seed}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>Temperatur {value}</translation>
    </message>
    <message>
        <source>the end of the program</source>
        <translation>das Ende des Programms</translation>
    </message>
    <message>
        <source>the full context</source>
        <translation>den vollen Kontext</translation>
    </message>
    <message>
        <source>the length limit</source>
        <translation>die Längengrenze</translation>
    </message>
    <message>
        <source>to first token</source>
        <translation>bis zum ersten Token</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation>Top-k {value}</translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation>Top-p {value}</translation>
    </message>
    <message>
        <source>{accepted} of {drafted}</source>
        <translation>{accepted} von {drafted}</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
    <message>
        <source>{used} of {length}</source>
        <translation>{used} von {length}</translation>
    </message>
    <message>
        <source>{value} on average</source>
        <translation>im Mittel {value}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source> Takes effect when Foreword starts again.</source>
        <translation> Gilt, wenn Foreword neu startet.</translation>
    </message>
    <message>
        <source> Takes effect with the next load.</source>
        <translation> Gilt ab dem nächsten Laden.</translation>
    </message>
    <message>
        <source> The old file was kept as {aside}.</source>
        <translation> Die alte Datei wurde als {aside} aufbewahrt.</translation>
    </message>
    <message>
        <source>0 always takes the most likely word; higher is more varied.</source>
        <translation>0 nimmt immer das wahrscheinlichste Wort; höher ist abwechslungsreicher.</translation>
    </message>
    <message>
        <source>A draft writes ahead and the model checks it: the same answer, sooner.</source>
        <translation>Ein Entwurf schreibt voraus, und das Modell prüft: dieselbe Antwort, früher.</translation>
    </message>
    <message>
        <source>A reply contains none of these, not even inside a word; one a line.</source>
        <translation>Eine Antwort enthält keines davon, auch nicht in einem Wort; eines je Zeile.</translation>
    </message>
    <message>
        <source>A reply ends right before any of these; one a line. Thoughts are not searched.</source>
        <translation>Eine Antwort endet unmittelbar vor jedem davon; einer je Zeile. In Gedanken wird nicht gesucht.</translation>
    </message>
    <message>
        <source>Above 0 makes a word less likely once the reply has it.</source>
        <translation>Über 0 wird ein Wort unwahrscheinlicher, sobald die Antwort es hat.</translation>
    </message>
    <message>
        <source>Above 1 discourages words that were already used; 1 does nothing.</source>
        <translation>Über 1 werden schon benutzte Wörter seltener; 1 tut nichts.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Apple graphics</source>
        <translation>Apple-Grafik</translation>
    </message>
    <message>
        <source>As the context allows</source>
        <translation>Wie es der Kontext erlaubt</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Banned words</source>
        <translation>Verbotene Wörter</translation>
    </message>
    <message>
        <source>Best available</source>
        <translation>Das beste vorhandene</translation>
    </message>
    <message>
        <source>Choose {allowed}.</source>
        <translation>Wählen Sie {allowed}.</translation>
    </message>
    <message>
        <source>Closing the window leaves Foreword running there; Quit in its menu ends it.</source>
        <translation>Nach dem Schließen des Fensters läuft Foreword dort weiter; „Beenden“ im Menü dort beendet es.</translation>
    </message>
    <message>
        <source>Colour the words that the draft wrote and the model kept.</source>
        <translation>Wörter einfärben, die der Entwurf schrieb und das Modell behielt.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Connect to nothing: no model is searched for or fetched.</source>
        <translation>Keine Verbindung aufnehmen: kein Modell wird gesucht oder geholt.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Coupled</source>
        <translation>Gekoppelt</translation>
    </message>
    <message>
        <source>Coupled: a seed gives the same text with and without speculation. Rejection: a little more acceptance. Neither changes the odds of any word.</source>
        <translation>Gekoppelt: ein Startwert ergibt mit und ohne Spekulation denselben Text. Verwerfen: etwas mehr Annahme. Keines ändert die Chancen eines Wortes.</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Draw among the fewest tokens that together are this likely; 1 takes all.</source>
        <translation>Unter den wenigsten Token ziehen, die zusammen so wahrscheinlich sind; 1 nimmt alle.</translation>
    </message>
    <message>
        <source>Draw among this many of the most likely tokens; 0 takes all.</source>
        <translation>Unter so vielen der wahrscheinlichsten Token ziehen; 0 nimmt alle.</translation>
    </message>
    <message>
        <source>Everything grows with it.</source>
        <translation>Alles wächst mit.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsabzug</translation>
    </message>
    <message>
        <source>How many tokens of a chat the model can see; more takes more memory.</source>
        <translation>Wie viele Token eines Chats das Modell sehen kann; mehr braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>How many tokens the draft writes ahead in a round.</source>
        <translation>Wie viele Token der Entwurf in einer Runde vorausschreibt.</translation>
    </message>
    <message>
        <source>In tokens; a word is one to three of them.</source>
        <translation>In Token; ein Wort hat eines bis drei.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Leave out its oldest messages</source>
        <translation>Die ältesten Nachrichten weglassen</translation>
    </message>
    <message>
        <source>Leave out tokens below this share of the most likely one; 0 leaves out none.</source>
        <translation>Token unter diesem Anteil des wahrscheinlichsten weglassen; 0 lässt keines weg.</translation>
    </message>
    <message>
        <source>Let go of the model after</source>
        <translation>Modell loslassen nach</translation>
    </message>
    <message>
        <source>Let the reply end where the room does</source>
        <translation>Die Antwort enden lassen, wo der Platz endet</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light, dark, or as the system has it.</source>
        <translation>Hell, dunkel oder wie im System.</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Look for a newer version</source>
        <translation>Nach einer neueren Version sehen</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>Vorausschau</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Minutes without use, after which its memory is free for other programs; it comes back when you write. 0 keeps it.</source>
        <translation>Minuten ohne Gebrauch, nach denen der Speicher für andere Programme frei wird; es kommt wieder, wenn Sie schreiben. 0 behält es.</translation>
    </message>
    <message>
        <source>More is not always faster; the number of cores is a good choice.</source>
        <translation>Mehr ist nicht immer schneller; die Zahl der Kerne ist eine gute Wahl.</translation>
    </message>
    <message>
        <source>NVIDIA graphics card</source>
        <translation>NVIDIA-Grafikkarte</translation>
    </message>
    <message>
        <source>Never repeat so many tokens</source>
        <translation>So viele Token nie wiederholen</translation>
    </message>
    <message>
        <source>No run of this many tokens occurs twice; 0 allows it.</source>
        <translation>Keine Folge von so vielen Token kommt zweimal vor; 0 erlaubt es.</translation>
    </message>
    <message>
        <source>Of the window; a model answers in whatever it is asked in.</source>
        <translation>Die des Fensters; ein Modell antwortet, worin es gefragt wird.</translation>
    </message>
    <message>
        <source>Once a day, at the page Foreword came from; nothing about you or your chats is sent.</source>
        <translation>Einmal am Tag, auf der Seite, von der Foreword stammt; nichts über Sie oder Ihre Chats wird gesendet.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Vorkommensabzug</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Threads des Prozessors</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Refuse to answer</source>
        <translation>Die Antwort verweigern</translation>
    </message>
    <message>
        <source>Rejection</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsabzug</translation>
    </message>
    <message>
        <source>Rule for drafts</source>
        <translation>Regel für Entwürfe</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Send with</source>
        <translation>Senden mit</translation>
    </message>
    <message>
        <source>Settings: {error} It has its default again.</source>
        <translation>Einstellungen: {error} Es gilt wieder die Vorgabe.</translation>
    </message>
    <message>
        <source>Settings: {in_words} It has its default again.</source>
        <translation>Einstellungen: {in_words} Es gilt wieder die Vorgabe.</translation>
    </message>
    <message>
        <source>Shortest reply</source>
        <translation>Kürzeste Antwort</translation>
    </message>
    <message>
        <source>Show faintly what the draft has written ahead.</source>
        <translation>Blass zeigen, was der Entwurf vorausgeschrieben hat.</translation>
    </message>
    <message>
        <source>Show words not yet checked</source>
        <translation>Ungeprüfte Wörter zeigen</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>Spekulation</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Spekulatives Dekodieren</translation>
    </message>
    <message>
        <source>Stay in the system tray</source>
        <translation>Im Infobereich bleiben</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Offline bleiben</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>The model does not end by itself before it has this many tokens.</source>
        <translation>Das Modell endet nicht von selbst, bevor es so viele Token hat.</translation>
    </message>
    <message>
        <source>The other one breaks the line.</source>
        <translation>Das andere bricht die Zeile um.</translation>
    </message>
    <message>
        <source>The same seed and settings give the same reply again.</source>
        <translation>Derselbe Startwert ergibt bei denselben Einstellungen dieselbe Antwort noch einmal.</translation>
    </message>
    <message>
        <source>The same, once more for each time the reply has it.</source>
        <translation>Dasselbe, noch einmal für jedes Vorkommen in der Antwort.</translation>
    </message>
    <message>
        <source>The settings could not be read and have their defaults again.</source>
        <translation>Die Einstellungen konnten nicht gelesen werden; es gelten wieder die Vorgaben.</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Entworfene Wörter einfärben</translation>
    </message>
    <message>
        <source>Told to the model at the beginning of each new chat.</source>
        <translation>Wird dem Modell am Anfang jedes neuen Chats gesagt.</translation>
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
        <translation>Was geschieht, wenn er nicht mehr in den Kontext passt.</translation>
    </message>
    <message>
        <source>When a chat is too long</source>
        <translation>Wenn ein Chat zu lang ist</translation>
    </message>
    <message>
        <source>Where the models run.</source>
        <translation>Wo die Modelle laufen.</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number from {minimum} to {maximum}</source>
        <translation>eine Zahl von {minimum} bis {maximum}</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a whole number from {minimum} to {maximum}</source>
        <translation>eine ganze Zahl von {minimum} bis {maximum}</translation>
    </message>
    <message>
        <source>one of {choices}</source>
        <translation>eines von {choices}</translation>
    </message>
    <message>
        <source>texts, none empty</source>
        <translation>Texte, keiner leer</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the settings</source>
        <translation>Einstellungen schließen</translation>
    </message>
    <message>
        <source>Export all settings to a file</source>
        <translation>Alle Einstellungen in eine Datei exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Foreword goes on in the old language until it starts again. Everything you wrote is kept.</source>
        <translation>Foreword bleibt bei der bisherigen Sprache, bis es neu startet. Alles, was Sie geschrieben haben, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>Import settings from a file</source>
        <translation>Einstellungen aus einer Datei importieren</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all settings to their defaults</source>
        <translation>Alle Einstellungen auf ihre Vorgaben zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Alle Einstellungen zurücksetzen?</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Start Foreword again now</source>
        <translation>Foreword jetzt neu starten</translation>
    </message>
    <message>
        <source>Start again now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>The system prompt is lost as well. Export the settings first if you may want them back.</source>
        <translation>Auch der System-Prompt geht dabei verloren. Exportieren Sie die Einstellungen vorher, wenn Sie sie vielleicht zurückhaben wollen.</translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message>
        <source>Width of the list of chats</source>
        <translation>Breite der Chatliste</translation>
    </message>
    <message>
        <source>Width of the speed panel</source>
        <translation>Breite der Tempo-Leiste</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chats deleted</source>
        <comment>Chat deleted</comment>
        <translation>
            <numerusform>Chat gelöscht</numerusform>
            <numerusform>%Ln Chats gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>Bring back what was deleted</source>
        <translation>Gelöschtes zurückholen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Zuklappen</translation>
    </message>
    <message numerus="yes">
        <source>Folder with %Ln chats</source>
        <comment>Folder with %Ln chat</comment>
        <translation>
            <numerusform>Ordner mit %Ln Chat</numerusform>
            <numerusform>Ordner mit %Ln Chats</numerusform>
        </translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>In messages</source>
        <translation>In Nachrichten</translation>
    </message>
    <message>
        <source>In titles</source>
        <translation>In Titeln</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Neuer Chat (Strg+N)</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>Noch keine Chats</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Only the newest {number} are shown</source>
        <translation>Nur die neuesten {number} werden gezeigt</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Remove folder, keep its chats</source>
        <translation>Ordner entfernen, Chats behalten</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Titles and messages; "between quotes" as it stands</source>
        <translation>Titel und Nachrichten; "in Anführungszeichen" wörtlich</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z in the list)</source>
        <translation>Rückgängig (Strg+Z in der Liste)</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Aufklappen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Titel</translation>
    </message>
    <message>
        <source>What you write stays on this computer</source>
        <translation>Was Sie schreiben, bleibt auf diesem Rechner</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>{folder}, folded</source>
        <translation>{folder}, zugeklappt</translation>
    </message>
</context>
<context>
    <name>Speed</name>
    <message>
        <source>&gt;A token ahead</source>
        <translation>&gt;Ein Token im Voraus</translation>
    </message>
    <message>
        <source>&gt;In plain passes</source>
        <translation>&gt;In einfachen Durchläufen</translation>
    </message>
    <message>
        <source>A pass is the model reading that many tokens at once; plain decoding is a pass over one. Under each share of accepted tokens stand the best lookahead and the speed it is expected to bring, as a multiple of plain.</source>
        <translation>In einem Durchlauf liest das Modell so viele Token auf einmal; einfaches Dekodieren ist ein Durchlauf über eines. Unter jedem Anteil angenommener Token stehen die beste Vorausschau und das Tempo, das sie voraussichtlich bringt, als Vielfaches von einfach.</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the details</source>
        <translation>Einzelheiten schließen</translation>
    </message>
    <message>
        <source>Compare shows plain's speed beside it.</source>
        <translation>Der Vergleich zeigt daneben das einfache Tempo.</translation>
    </message>
    <message>
        <source>Compare with plain</source>
        <translation>Mit einfach vergleichen</translation>
    </message>
    <message>
        <source>Costs are measured when a model is loaded on this computer. There are none yet.</source>
        <translation>Kosten werden gemessen, wenn ein Modell auf diesem Rechner geladen wird. Noch gibt es keine.</translation>
    </message>
    <message>
        <source>Costs of drafts, and the best lookahead by acceptance</source>
        <translation>Kosten der Entwürfe und die beste Vorausschau je Annahme</translation>
    </message>
    <message>
        <source>Costs of passes</source>
        <translation>Kosten der Durchläufe</translation>
    </message>
    <message>
        <source>Costs on this computer</source>
        <translation>Kosten auf diesem Rechner</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Figures come with the next reply.</source>
        <translation>Zahlen kommen mit der nächsten Antwort.</translation>
    </message>
    <message>
        <source>How many tokens the draft writes ahead in a round</source>
        <translation>Wie viele Token der Entwurf in einer Runde vorausschreibt</translation>
    </message>
    <message>
        <source>In plain passes</source>
        <translation>In einfachen Durchläufen</translation>
    </message>
    <message>
        <source>Lookahead</source>
        <translation>Vorausschau</translation>
    </message>
    <message>
        <source>Milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>Newest reply</source>
        <translation>Neueste Antwort</translation>
    </message>
    <message>
        <source>Run the last question both ways, side by side</source>
        <translation>Die letzte Frage auf beide Arten laufen lassen, nebeneinander</translation>
    </message>
    <message>
        <source>Show words ahead</source>
        <translation>Wörter im Voraus zeigen</translation>
    </message>
    <message>
        <source>Speculative decoding</source>
        <translation>Spekulatives Dekodieren</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speed in detail</source>
        <translation>Tempo im Einzelnen</translation>
    </message>
    <message>
        <source>The curve of a reply is kept only while Foreword runs; its figures stay.</source>
        <translation>Der Verlauf einer Antwort bleibt nur, solange Foreword läuft; ihre Zahlen bleiben.</translation>
    </message>
    <message>
        <source>The reply's course, its accepted runs, and the costs here</source>
        <translation>Der Verlauf der Antwort, ihre angenommenen Folgen und die Kosten hier</translation>
    </message>
    <message>
        <source>There is no reply in this chat yet.</source>
        <translation>In diesem Chat ist noch keine Antwort.</translation>
    </message>
    <message>
        <source>Tint drafted words</source>
        <translation>Entworfene Wörter einfärben</translation>
    </message>
    <message>
        <source>To first token</source>
        <translation>Bis zum ersten Token</translation>
    </message>
    <message>
        <source>Tokens a round</source>
        <translation>Token je Runde</translation>
    </message>
    <message>
        <source>Tokens in a pass</source>
        <translation>Token in einem Durchlauf</translation>
    </message>
    <message>
        <source>What is expected</source>
        <translation>Was zu erwarten ist</translation>
    </message>
    <message>
        <source>Which reply</source>
        <translation>Welche Antwort</translation>
    </message>
    <message>
        <source>Whole chat</source>
        <translation>Ganzer Chat</translation>
    </message>
    <message>
        <source>With {share} accepted, as in the newest reply, a lookahead of {count} is expected to bring {speed}× ({name}).</source>
        <translation>Bei {share} Annahme wie in der neuesten Antwort bringt eine Vorausschau von {count} voraussichtlich das {speed}-Fache ({name}).</translation>
    </message>
    <message>
        <source>With {share} accepted, as in the newest reply, no lookahead is expected to pay ({name}).</source>
        <translation>Bei {share} Annahme wie in der neuesten Antwort lohnt sich voraussichtlich keine Vorausschau ({name}).</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto · {count}</source>
        <translation>auto · {count}</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>own draft</source>
        <translation>eigener Entwurf</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>seen before</source>
        <translation>schon gesehen</translation>
    </message>
    <message>
        <source>tokens gained in each round</source>
        <translation>gewonnene Token in jeder Runde</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens accepted ({share} %)</source>
        <translation>{accepted} von {drafted} entworfenen Token angenommen ({share} %)</translation>
    </message>
    <message>
        <source>{accepted} of {drafted} drafted tokens accepted ({value} %)</source>
        <translation>{accepted} von {drafted} entworfenen Token angenommen ({value} %)</translation>
    </message>
    <message>
        <source>{mean_acceptance_length} a round</source>
        <translation>{mean_acceptance_length} je Runde</translation>
    </message>
    <message>
        <source>{milliseconds} ms</source>
        <translation>{milliseconds} ms</translation>
    </message>
    <message>
        <source>{number} tokens per second</source>
        <translation>{number} Token je Sekunde</translation>
    </message>
    <message>
        <source>{number} tokens/s</source>
        <translation>{number} Token/s</translation>
    </message>
    <message>
        <source>{ratio}× plain on this computer ({plain})</source>
        <translation>{ratio}× einfach auf diesem Rechner ({plain})</translation>
    </message>
    <message>
        <source>{replies} replies</source>
        <translation>{replies} Antworten</translation>
    </message>
    <message>
        <source>{tokens_per_s} tokens/s</source>
        <translation>{tokens_per_s} Token/s</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>checking what is here already</source>
        <translation>prüft, was schon da ist</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>wird heruntergeladen</translation>
    </message>
    <message>
        <source>keeping {model}</source>
        <translation>{model} wird aufbewahrt</translation>
    </message>
    <message>
        <source>loading {model}</source>
        <translation>{model} wird geladen</translation>
    </message>
    <message>
        <source>measuring {model}</source>
        <translation>{model} wird gemessen</translation>
    </message>
    <message>
        <source>packing {model}</source>
        <translation>{model} wird gepackt</translation>
    </message>
    <message>
        <source>reading {model}</source>
        <translation>{model} wird gelesen</translation>
    </message>
    <message>
        <source>starting over, since what arrived was damaged</source>
        <translation>beginnt von vorn, da das Angekommene beschädigt war</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>waiting for another download of the same model</source>
        <translation>wartet auf einen anderen Download desselben Modells</translation>
    </message>
</context>
<context>
    <name>Thought</name>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <comment>%Ln token</comment>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thinking… {length}</source>
        <translation>Denkt nach … {length}</translation>
    </message>
    <message>
        <source>Thought for {length}</source>
        <translation>Nachgedacht, {length}</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>{time} s</source>
        <translation>{time} s</translation>
    </message>
</context>
<context>
    <name>Tint</name>
    <message>
        <source>Bonus: the model's own, after a draft that it accepted whole</source>
        <translation>Zugabe: vom Modell selbst, nach einem ganz angenommenen Entwurf</translation>
    </message>
    <message>
        <source>Corrected: the draft's word was refused, this one is the model's</source>
        <translation>Korrigiert: das Wort des Entwurfs wurde abgelehnt, dieses ist vom Modell</translation>
    </message>
    <message>
        <source>Drafted by the draft model, accepted</source>
        <translation>Vom Entwurfsmodell entworfen, angenommen</translation>
    </message>
    <message>
        <source>Drafted by the model's own draft, accepted</source>
        <translation>Vom eigenen Entwurf des Modells entworfen, angenommen</translation>
    </message>
    <message>
        <source>Probability: {likely}</source>
        <translation>Wahrscheinlichkeit: {likely}</translation>
    </message>
    <message>
        <source>Seen before in this chat, accepted</source>
        <translation>Schon in diesem Chat gesehen, angenommen</translation>
    </message>
    <message>
        <source>The model's own, without a draft</source>
        <translation>Vom Modell selbst, ohne Entwurf</translation>
    </message>
    <message>
        <source>Token {place} of its round</source>
        <translation>Token {place} seiner Runde</translation>
    </message>
    <message>
        <source>Token {place} of the {round_size} in its round</source>
        <translation>Token {place} der {round_size} in seiner Runde</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>weniger als 1 %</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Context {used} / {total}</source>
        <translation>Kontext {used} / {total}</translation>
    </message>
    <message>
        <source>Draft {draft_name}, choose models</source>
        <translation>Entwurf {draft_name}, Modelle wählen</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>No draft</source>
        <translation>Kein Entwurf</translation>
    </message>
    <message>
        <source>No draft, choose models</source>
        <translation>Kein Entwurf, Modelle wählen</translation>
    </message>
    <message>
        <source>Runs on {value}</source>
        <translation>Läuft auf {value}</translation>
    </message>
    <message>
        <source>Show chats</source>
        <translation>Chats zeigen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speed panel</source>
        <translation>Tempo-Leiste</translation>
    </message>
    <message>
        <source>Target {target_name} {target_kind}, choose models</source>
        <translation>Zielmodell {target_name} {target_kind}, Modelle wählen</translation>
    </message>
    <message>
        <source>Tokens of this chat that the model can see, and how many fit</source>
        <translation>Token dieses Chats, die das Modell sehen kann, und wie viele hineinpassen</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>no device yet</source>
        <translation>noch kein Gerät</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>kein Entwurf</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Foreword wrote</source>
        <translation>Foreword schrieb</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Jump to end</source>
        <translation>Zum Ende springen</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>No words came.</source>
        <translation>Es kamen keine Wörter.</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Reading the prompt</source>
        <translation>Der Prompt wird gelesen</translation>
    </message>
    <message>
        <source>Reading the prompt, {done} of {total} tokens</source>
        <translation>Der Prompt wird gelesen, {done} von {total} Token</translation>
    </message>
    <message>
        <source>Reading the prompt…</source>
        <translation>Der Prompt wird gelesen …</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln oldest messages were left out to make room</source>
        <comment>The oldest message was left out to make room</comment>
        <translation>
            <numerusform>Die älteste Nachricht blieb weg, um Platz zu schaffen</numerusform>
            <numerusform>Die %Ln ältesten Nachrichten blieben weg, um Platz zu schaffen</numerusform>
        </translation>
    </message>
    <message>
        <source>The reply has ended</source>
        <translation>Die Antwort ist zu Ende</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Show Foreword</source>
        <translation>Foreword zeigen</translation>
    </message>
    <message>
        <source>The reply is ready.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A model on this computer answers. A draft writes a few words ahead of it and the model checks every one, so that the answer arrives sooner and is still the model's own. Nothing you write leaves this computer.</source>
        <translation>Ein Modell auf diesem Rechner antwortet. Ein Entwurf schreibt ihm einige Wörter voraus, und das Modell prüft jedes einzelne, sodass die Antwort früher da ist und trotzdem ganz vom Modell stammt. Nichts, was Sie schreiben, verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Answers much better than the starter and needs more of this computer. Both are here already.</source>
        <translation>Antwortet viel besser als das Einstiegsmodell und fordert den Rechner mehr. Beide sind schon da.</translation>
    </message>
    <message>
        <source>Answers much better than the starter and needs more of this computer. Downloaded once; after that it works without a network.</source>
        <translation>Antwortet viel besser als das Einstiegsmodell und fordert den Rechner mehr. Einmal heruntergeladen; danach geht es ohne Netz.</translation>
    </message>
    <message>
        <source>Begin with the starter</source>
        <translation>Mit dem Einstiegsmodell beginnen</translation>
    </message>
    <message>
        <source>Better: {name}</source>
        <translation>Besser: {name}</translation>
    </message>
    <message>
        <source>Choose another model…</source>
        <translation>Ein anderes Modell wählen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Get the starter ({size})</source>
        <translation>Einstiegsmodell holen ({size})</translation>
    </message>
    <message>
        <source>Get this pair ({size})</source>
        <translation>Dieses Paar holen ({size})</translation>
    </message>
    <message>
        <source>It can: show how all this works, answer at once on any computer, reword a sentence, write a short polite text.</source>
        <translation>Es kann: zeigen, wie das alles geht, auf jedem Rechner sofort antworten, einen Satz umformulieren, einen kurzen höflichen Text schreiben.</translation>
    </message>
    <message>
        <source>It cannot: be trusted with facts, do sums, write code that runs, follow a long conversation. It is tiny and makes things up.</source>
        <translation>Es kann nicht: verlässlich Tatsachen nennen, rechnen, lauffähigen Code schreiben, einem langen Gespräch folgen. Es ist winzig und erfindet Dinge.</translation>
    </message>
    <message>
        <source>The starter: {name}</source>
        <translation>Das Einstiegsmodell: {name}</translation>
    </message>
    <message>
        <source>Use this pair</source>
        <translation>Dieses Paar benutzen</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Welcome to Foreword</source>
        <translation>Willkommen bei Foreword</translation>
    </message>
    <message>
        <source>{draft} writes ahead of it. By a measurement of this computer it writes about {rate} tokens a second without that help.</source>
        <translation>{draft} schreibt ihm voraus. Nach einer Messung dieses Rechners schreibt es ohne diese Hilfe etwa {rate} Token pro Sekunde.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>A draft is being made: pause it in Models to chat</source>
        <translation>Ein Entwurf entsteht: machen Sie in Modelle eine Pause, um zu chatten</translation>
    </message>
    <message>
        <source>Choose a model first</source>
        <translation>Wählen Sie zuerst ein Modell</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>The model is loading</source>
        <translation>Das Modell lädt</translation>
    </message>
    <message>
        <source>What the draft brings is being measured</source>
        <translation>Gerade wird gemessen, was der Entwurf bringt</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>eigener</translation>
    </message>
    <message>
        <source>starting the engine</source>
        <translation>der Rechenkern startet</translation>
    </message>
</context>
</TS>
