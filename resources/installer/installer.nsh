; What Rollcall's installer does beside electron-builder's own.
!include "${PROJECT_DIR}\resources\installer\open-with.nsh"
!include "${PROJECT_DIR}\resources\installer\command-line.nsh"

!macro customInstall
  !insertmacro InstallOpenWith
  !insertmacro InstallCommand
!macroend

!macro customUnInstall
  !insertmacro RemoveOpenWith
  !insertmacro RemoveCommand
!macroend
