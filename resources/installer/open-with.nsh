; Windows offers Rollcall under "Open with" for these files. It is never made the program that opens them: .csv and .xlsx stay Excel's.

!macro InstallOpenWith
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro OpenWith ".csv"
  !insertmacro OpenWith ".tsv"
  !insertmacro OpenWith ".txt"
  !insertmacro OpenWith ".xlsx"
  !insertmacro OpenWith ".xlsm"
  !insertmacro OpenWith ".vcf"
!macroend

!macro OpenWith EXTENSION
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${EXTENSION}" ""
!macroend

!macro RemoveOpenWith
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
!macroend
