; Foreword's installer for Windows: for one user or for all, over an older version, and away again.
;
; packaging/windows.py calls makensis with VERSION, SHOWN (the same for people), PUBLISHER, PAYLOAD
; (the frozen folder), OUTFILE, ICON, LICENCE, SIZE_KB, and SIGN (a command that signs the file it is given) where there is a key.

Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma

!define NAME "Foreword"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Foreword"

; For oneself without any rights, or for everybody: asked on a page, or /AllUsers, /CurrentUser.
!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_DEFAULT_CURRENTUSER
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"

!include MultiUser.nsh
!include MUI2.nsh
!include LogicLib.nsh
!include x64.nsh
!include WinVer.nsh
!include FileFunc.nsh

Name "${NAME}"
OutFile "${OUTFILE}"
BrandingText "${NAME} ${SHOWN}"
ShowInstDetails nevershow
ShowUninstDetails nevershow

Var Wanted
Var Needed

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "${NAME}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "${NAME} installer"
VIAddVersionKey /LANG=0 "CompanyName" "${PUBLISHER}"
VIAddVersionKey /LANG=0 "LegalCopyright" "Apache License 2.0"

!ifdef SIGN
  !finalize '${SIGN} "%1"'
  !uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\foreword.exe"
!define MUI_FINISHPAGE_RUN_TEXT "$(StartNow)"
; The installer may have more rights than the user: the shell starts the program without them.
!define MUI_FINISHPAGE_RUN_FUNCTION StartAsUser

!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH

!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString StartNow ${LANG_ENGLISH} "Start Foreword"
LangString StartNow ${LANG_GERMAN} "Foreword starten"
LangString StartNow ${LANG_SIMPCHINESE} "启动 Foreword"

LangString Needs64 ${LANG_ENGLISH} "Foreword needs a 64-bit version of Windows 10 or newer."
LangString Needs64 ${LANG_GERMAN} "Foreword braucht ein 64-Bit-Windows ab Version 10."
LangString Needs64 ${LANG_SIMPCHINESE} "Foreword 需要 64 位的 Windows 10 或更高版本。"

LangString IsRunning ${LANG_ENGLISH} "Foreword is running. Close it, then try again; your chats are kept."
LangString IsRunning ${LANG_GERMAN} "Foreword läuft noch. Schließen Sie es und versuchen Sie es erneut; Ihre Chats bleiben erhalten."
LangString IsRunning ${LANG_SIMPCHINESE} "Foreword 正在运行。请先关闭它再重试；您的对话会保留。"

LangString NotOurs ${LANG_ENGLISH} "This folder holds other files. Choose an empty one, or the one Foreword is in already."
LangString NotOurs ${LANG_GERMAN} "In diesem Ordner liegen andere Dateien. Wählen Sie einen leeren, oder den, in dem Foreword schon liegt."
LangString NotOurs ${LANG_SIMPCHINESE} "此文件夹中有其他文件。请选择空文件夹，或已安装 Foreword 的文件夹。"

LangString NotWhole ${LANG_ENGLISH} "Not all files could be written: the disk may be full. Make room, then run this again; your chats are kept."
LangString NotWhole ${LANG_GERMAN} "Nicht alle Dateien konnten geschrieben werden, vielleicht ist der Datenträger voll. Schaffen Sie Platz und starten Sie erneut; Ihre Chats bleiben erhalten."
LangString NotWhole ${LANG_SIMPCHINESE} "无法写入全部文件，磁盘可能已满。请腾出空间后重新运行；您的对话会保留。"

LangString NoRoom ${LANG_ENGLISH} "The disk has too little room: Foreword takes $Needed MB. Nothing was changed."
LangString NoRoom ${LANG_GERMAN} "Auf dem Datenträger ist zu wenig Platz: Foreword braucht $Needed MB. Es wurde nichts verändert."
LangString NoRoom ${LANG_SIMPCHINESE} "磁盘空间不足：Foreword 需要 $Needed MB。未做任何更改。"

LangString AskData ${LANG_ENGLISH} "Delete your chats, settings and downloaded models as well? This cannot be undone."
LangString AskData ${LANG_GERMAN} "Auch Ihre Chats, Einstellungen und geladenen Modelle löschen? Das lässt sich nicht rückgängig machen."
LangString AskData ${LANG_SIMPCHINESE} "同时删除您的对话、设置和已下载的模型吗？此操作无法撤销。"

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_ICONSTOP "$(Needs64)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
  SetRegView 64
  ; The next line would put the usual folder in the place of one from the command line (/D=...).
  StrCpy $Wanted $INSTDIR
  !insertmacro MULTIUSER_INIT
  ${If} $Wanted != ""
    StrCpy $INSTDIR $Wanted
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

Function StartAsUser
  Exec '"$WINDIR\explorer.exe" "$INSTDIR\foreword.exe"'
FunctionEnd

; A program that runs cannot be opened for writing.
!macro WAIT_UNTIL_CLOSED Prefix
  ${Prefix}again:
  ${If} ${FileExists} "$INSTDIR\foreword.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\foreword.exe" a
    ${If} ${Errors}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IsRunning)" /SD IDCANCEL IDRETRY ${Prefix}again
      SetErrorLevel 3
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section "-Foreword"
  ; What lies in the folder goes, so it must be ours, or nothing.
  ${If} ${FileExists} "$INSTDIR\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\_internal\manifest.json"
    FindFirst $0 $1 "$INSTDIR\*.*"
    ${Do}
      ${If} $1 != "."
      ${AndIf} $1 != ".."
      ${AndIf} $1 != ""
        FindClose $0
        MessageBox MB_ICONSTOP "$(NotOurs)" /SD IDOK
        SetErrorLevel 4
        Abort
      ${EndIf}
      ClearErrors
      FindNext $0 $1
    ${LoopUntil} ${Errors}
    FindClose $0
  ${EndIf}
  !insertmacro WAIT_UNTIL_CLOSED "install_"
  ; An older version makes room for this one; megabytes, since kilobytes of a disk pass 2^31.
  IntOp $Needed ${SIZE_KB} / 1024
  IntOp $Needed $Needed + 1
  ${GetRoot} "$INSTDIR" $0
  ${DriveSpace} "$0\" "/D=F /S=M" $1
  ${GetSize} "$INSTDIR" "/S=0M" $2 $3 $4
  IntOp $1 $1 + $2
  ${If} $1 < $Needed
    MessageBox MB_ICONSTOP "$(NoRoom)" /SD IDOK
    SetErrorLevel 5
    Abort
  ${EndIf}
  ; Files of an older version must not stay beside those of this one.
  RMDir /r "$INSTDIR\_internal"
  ClearErrors
  SetOutPath "$INSTDIR"
  File /r "${PAYLOAD}\*.*"
  ${If} ${Errors}
    MessageBox MB_ICONSTOP "$(NotWhole)" /SD IDOK
    SetErrorLevel 5
    Abort
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Foreword.lnk" "$INSTDIR\foreword.exe"
  WriteRegStr SHCTX "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${SHOWN}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\foreword.exe"
  WriteRegStr SHCTX "${KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro WAIT_UNTIL_CLOSED "remove_"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\foreword.exe"
  Delete "$INSTDIR\foreword-console.exe"
  Delete "$INSTDIR\uninstall.exe"
  ; Not /r: whatever else somebody put there stays.
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Foreword.lnk"
  DeleteRegKey SHCTX "${KEY}"
  ; Only the data of whoever removes it; a silent removal keeps it.
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(AskData)" /SD IDNO IDNO keep
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\foreword"
  keep:
SectionEnd
