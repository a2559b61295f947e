; Stands in for Electron's program on Windows: runs a till by the command in TINDAHAN_TILL, or says that it was started, and
; runs until a file says otherwise.
Unicode true
Target amd64-unicode
Name "Stand-in"
RequestExecutionLevel user
SilentInstall silent
; Packing writes into it.
CRCCheck off
VIProductVersion "1.0.0.0"
VIAddVersionKey /LANG=1033 FileVersion "1.0.0.0"
VIAddVersionKey /LANG=1033 ProductName "Stand-in"
VIAddVersionKey /LANG=1033 FileDescription "Stand-in"
VIAddVersionKey /LANG=1033 LegalCopyright "MIT licence"

Section
  ; Windows lets nobody write to a running program; Wine needs a handle for that.
  FileOpen $2 $EXEPATH r
  ReadEnvStr $0 TINDAHAN_TILL
  StrCmp $0 "" told
  ExecWait '$0 "$EXEPATH"' $1
  SetErrorLevel $1
  Goto end
told:
  ReadEnvStr $0 TINDAHAN_STARTED
  StrCmp $0 "" end
  FileOpen $1 $0 a
  FileSeek $1 0 END
  FileWrite $1 "$EXEPATH$\n"
  FileClose $1
  ReadEnvStr $0 TINDAHAN_RUNS_WHILE
again:
  IfFileExists $0 0 end
  Sleep 50
  Goto again
end:
SectionEnd
