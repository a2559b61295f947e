; The installer of the till for Windows, which electron-builder compiles: docs/decisions/windows-installer.md.
!include LogicLib.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include x64.nsh
!include MUI2.nsh

!define PROGRAM "${PRODUCT_FILENAME}.exe"
!define UNINSTALLER "Uninstall ${PRODUCT_NAME}.exe"
!define CURRENT_VERSION "Software\Microsoft\Windows\CurrentVersion"
!define UNINSTALL_KEY "${CURRENT_VERSION}\Uninstall\${UNINSTALL_APP_KEY}"
!define ALREADY_EXISTS 183
; Half seconds in which the till may end: it is told to, and then its files may be held by a virus scan.
!define PATIENCE 120

!if /FileExists "${NSISDIR}\Stubs\lzma_solid-amd64-unicode"
  Target amd64-unicode
!endif
SetCompress auto
SetCompressor /SOLID lzma
Name "${PRODUCT_NAME}"
; A cashier updates the till without an administrator.
RequestExecutionLevel user
BrandingText "${PRODUCT_NAME} ${VERSION}"
AllowSkipFiles off
AutoCloseWindow true

!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro addLangs

Var startsTill
Var isFirst

; Ends without having changed anything; a till that was to start starts as it is.
!macro refuse code reason
  MessageBox MB_OK|MB_ICONSTOP "${reason}" /SD IDOK
  SetErrorLevel ${code}
  Call startTill
  Quit
!macroend

Function .onInit
  ; Always the same folder: whatever lies in it is replaced.
  StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${PRODUCT_NAME}"
  StrCpy $startsTill 0
  ClearErrors
  ${GetParameters} $R0
  ${GetOptions} $R0 "--force-run" $R1
  ${IfNot} ${Errors}
    StrCpy $startsTill 1
  ${EndIf}
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    !insertmacro refuse 3 "${PRODUCT_NAME} needs Windows 10 or newer, of 64 bits."
  ${EndIf}
  ${If} ${FileExists} "$PROGRAMFILES64\${PRODUCT_NAME}\${PROGRAM}"
    !insertmacro refuse 4 "${PRODUCT_NAME} is installed for all users of this computer. Remove it under Settings, Apps, then install this one: carts and settings stay."
  ${EndIf}
  System::Call 'kernel32::CreateMutexW(p 0, i 1, w "${APP_ID}.installer") p .R0 ?e'
  Pop $R0
  ${If} $R0 = ${ALREADY_EXISTS}
    ; The other installer starts the till.
    StrCpy $startsTill 0
    !insertmacro refuse 5 "${PRODUCT_NAME} is being installed already."
  ${EndIf}
  ${IfNot} ${Silent}
    StrCpy $startsTill 1
  ${EndIf}
FunctionEnd

; Moves the program to "$INSTDIR.old" once no till runs from it; puts 1 into $R1 if it is away.
!macro moveProgramAway un
  Function ${un}moveProgramAway
    StrCpy $R0 0
    ${Do}
      StrCpy $R1 1
      ${IfNot} ${FileExists} "$INSTDIR\*.*"
        Return
      ${EndIf}
      RMDir /r "$INSTDIR.old"
      ClearErrors
      ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
        ; Windows opens no running program for writing.
        FileOpen $R2 "$INSTDIR\${PROGRAM}" a
        ${If} ${Errors}
          StrCpy $R1 0
        ${Else}
          FileClose $R2
        ${EndIf}
      ${EndIf}
      ${If} $R1 = 1
        Rename "$INSTDIR" "$INSTDIR.old"
        ${IfNot} ${Errors}
          Return
        ${EndIf}
        StrCpy $R1 0
      ${EndIf}
      IntOp $R0 $R0 + 1
      ${If} $R0 = ${PATIENCE}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${PRODUCT_NAME} is still running, or another program has its files open. Close it, then try again." /SD IDCANCEL IDRETRY +2
        Return
        StrCpy $R0 0
      ${EndIf}
      Sleep 500
    ${Loop}
  FunctionEnd
!macroend
!insertmacro moveProgramAway ""
!insertmacro moveProgramAway "un."

; Writes a file of the new program to the disk before it takes the place of the old one.
Function flushFile
  System::Call 'kernel32::CreateFileW(w R9, i 0x40000000, i 7, p 0, i 3, i 0, p 0) p .R0'
  System::Call 'kernel32::FlushFileBuffers(p R0)'
  System::Call 'kernel32::CloseHandle(p R0)'
  Push ""
FunctionEnd

; At every moment the old program is there, or the new one; between both moves, what the next sign-in to Windows does
; brings the old one back.
Function replaceProgram
  WriteRegStr HKCU "${CURRENT_VERSION}\RunOnce" "${PRODUCT_NAME}" 'cmd.exe /c if not exist "$INSTDIR" move "$INSTDIR.old" "$INSTDIR"'
  System::Call 'advapi32::RegFlushKey(p 0x80000001)'
  Call moveProgramAway
  ${If} $R1 = 1
    ; A virus scan holds new files for a while.
    ${For} $R0 1 20
      ClearErrors
      Rename "$INSTDIR.new" "$INSTDIR"
      ${IfNot} ${Errors}
        ${Break}
      ${EndIf}
      Sleep 500
    ${Next}
    ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
      Rename "$INSTDIR.old" "$INSTDIR"
      StrCpy $R1 0
    ${EndIf}
  ${EndIf}
  DeleteRegValue HKCU "${CURRENT_VERSION}\RunOnce" "${PRODUCT_NAME}"
  ${If} $R1 = 0
    Abort "${PRODUCT_NAME} was not replaced: its files are in use."
  ${EndIf}
  RMDir /r "$INSTDIR.old"
FunctionEnd

Section
  StrCpy $isFirst 1
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    StrCpy $isFirst 0
  ${EndIf}
  RMDir /r "$INSTDIR.new"
  ClearErrors
  SetOutPath "$INSTDIR.new"
  File /r "$%TINDAHAN_PACKED%\*"
  WriteUninstaller "$INSTDIR.new\${UNINSTALLER}"
  ${If} ${Errors}
    Abort "${PRODUCT_NAME} could not be written to this disk."
  ${EndIf}
  ${Locate} "$INSTDIR.new" "/L=F" flushFile
  ; A folder in which a program works cannot be moved.
  SetOutPath "$TEMP"
  Call replaceProgram

  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayName "${PRODUCT_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayIcon "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" Publisher "${PRODUCT_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" UninstallString '"$INSTDIR\${UNINSTALLER}"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" QuietUninstallString '"$INSTDIR\${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" EstimatedSize ${ESTIMATED_SIZE}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoModify 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoRepair 1
  SetOutPath "$INSTDIR"
  CreateShortCut "$SMPROGRAMS\${PRODUCT_NAME}.lnk" "$INSTDIR\${PROGRAM}"
  ; Whoever took it off the desktop does not get it back with every update.
  ${If} $isFirst = 1
    CreateShortCut "$DESKTOP\${PRODUCT_NAME}.lnk" "$INSTDIR\${PROGRAM}"
  ${EndIf}
  SetOutPath "$TEMP"
SectionEnd

Function startTill
  ${If} $startsTill = 1
  ${AndIf} ${FileExists} "$INSTDIR\${PROGRAM}"
    SetOutPath "$INSTDIR"
    Exec '"$INSTDIR\${PROGRAM}"'
  ${EndIf}
FunctionEnd

Function .onInstSuccess
  Call startTill
FunctionEnd

; The shop sells on with the program that it had.
Function .onInstFailed
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR.new"
  Call startTill
FunctionEnd

; The shop's server, which other tills may work with, goes only on a clear yes, and its data never.
!define SERVER "$PROGRAMFILES64\${PRODUCT_NAME} Server"
!define SETUP "src\server\installed\setup.ts"
Function un.offerToRemoveServer
  ${IfNot} ${FileExists} "${SERVER}\installed.json"
    Return
  ${EndIf}
  ReadEnvStr $R3 ProgramData
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "This computer also runs the shop's server. Remove it, too? The shop's data and backups stay in $R3\${PRODUCT_NAME}." /SD IDNO IDYES remove
  Return
  remove:
  ; An administrator runs what only administrators may write: the server that is installed, not the files of the till.
  StrCpy $R6 ""
  FindFirst $R4 $R5 "${SERVER}\*"
  ${DoWhile} $R5 != ""
    ${If} ${FileExists} "${SERVER}\$R5\${SETUP}"
      StrCpy $R6 "${SERVER}\$R5"
    ${EndIf}
    FindNext $R4 $R5
  ${Loop}
  FindClose $R4
  ${If} $R6 != ""
    ; Windows keeps a folder whose program runs: it goes afterwards.
    ExecShellWait "runas" "$SYSDIR\cmd.exe" '/d /s /c "set "NODE_OPTIONS=" & "$R6\node.exe" "$R6\${SETUP}" remove & rmdir /s /q "$R6""' SW_HIDE
  ${EndIf}
  ${If} ${FileExists} "${SERVER}\installed.json"
    MessageBox MB_OK|MB_ICONEXCLAMATION "The shop's server was not removed, and runs on. Install ${PRODUCT_NAME} again to remove it." /SD IDOK
  ${EndIf}
FunctionEnd

; Carts, sales that are not sent and settings lie elsewhere, and stay.
Section Uninstall
  SetOutPath "$TEMP"
  ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
    Abort "${PRODUCT_NAME} is not in this folder."
  ${EndIf}
  Call un.offerToRemoveServer
  Call un.moveProgramAway
  ${If} $R1 = 0
    Abort "${PRODUCT_NAME} was not removed: its files are in use."
  ${EndIf}
  RMDir /r "$INSTDIR.old"
  Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
  Delete "$DESKTOP\${PRODUCT_NAME}.lnk"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegValue HKCU "${CURRENT_VERSION}\RunOnce" "${PRODUCT_NAME}"
SectionEnd
