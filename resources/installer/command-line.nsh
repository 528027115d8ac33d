; `rollcall` in any terminal, for who installs for themselves: Windows keeps a folder of the person's on their PATH for such files. PATH
; itself is left alone, because an installer that gets it wrong breaks other programs. Installed for everybody, the command is
; in resources\bin of the program's folder.

!define COMMAND_FILE "$LOCALAPPDATA\Microsoft\WindowsApps\rollcall.cmd"

!macro InstallCommand
  StrCmp $installMode "CurrentUser" 0 command_done
  IfFileExists "$LOCALAPPDATA\Microsoft\WindowsApps\*.*" 0 command_done
  ; A name with umlauts is not the same letters in a batch file, so the person's folder is named by its variable.
  Push $0
  Push $1
  Push $2
  StrLen $0 $LOCALAPPDATA
  StrCpy $1 $INSTDIR $0
  StrCmp $1 $LOCALAPPDATA 0 command_elsewhere
  StrCpy $1 $INSTDIR "" $0
  StrCpy $1 "%LOCALAPPDATA%$1"
  Goto command_write
command_elsewhere:
  StrCpy $1 $INSTDIR
command_write:
  ClearErrors
  FileOpen $2 "${COMMAND_FILE}" w
  IfErrors command_restore
  FileWrite $2 '@"$1\resources\bin\rollcall.cmd" %*$\r$\n'
  FileClose $2
command_restore:
  Pop $2
  Pop $1
  Pop $0
command_done:
!macroend

!macro RemoveCommand
  StrCmp $installMode "CurrentUser" 0 +2
  Delete "${COMMAND_FILE}"
!macroend
