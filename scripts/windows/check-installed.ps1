# On a real Windows, as a standard user: installs silently, runs the packaged app, installs the next version over it,
# uninstalls, and looks that the data is still there. -First and -Second: folders with the installers of version N and N+1.
param([Parameter(Mandatory)] [string] $First, [Parameter(Mandatory)] [string] $Second)
$ErrorActionPreference = 'Stop'

$program = Join-Path $env:LOCALAPPDATA 'Programs\Rollcall\Rollcall.exe'
$env:ROLLCALL_HOME = Join-Path $env:TEMP 'Rollcall Büro'

function Install([string] $folder) {
  $setup = Get-ChildItem $folder -Filter '*-x64-setup.exe' | Select-Object -First 1
  $ended = Start-Process $setup.FullName -ArgumentList '/S', '/currentuser' -Wait -PassThru
  if ($ended.ExitCode -ne 0) { throw "$($setup.Name) ended with $($ended.ExitCode)" }
  if (-not (Test-Path $program)) { throw "$($setup.Name) installed no program" }
  (Get-Item $program).VersionInfo.FileVersion
}

function SmokeTest {
  $ended = Start-Process $program -ArgumentList '--smoke-test' -Wait -PassThru
  if ($ended.ExitCode -ne 0) { throw "the smoke test ended with $($ended.ExitCode)" }
}

function CommandLine {
  $command = Join-Path $env:LOCALAPPDATA 'Microsoft\WindowsApps\rollcall.cmd'
  if (-not (Test-Path $command)) { throw 'there is no rollcall on the command line' }
  $planned = & $command plan (Join-Path (Split-Path $program) 'resources\samples\hubspot.csv') --practice --json
  if ($LASTEXITCODE -ne 0) { throw "rollcall plan ended with $LASTEXITCODE" }
  if (($planned | ConvertFrom-Json).rows -ne 309) { throw "rollcall planned $planned" }
  & $command plan nowhere.csv --practice --json | Out-Null
  if ($LASTEXITCODE -ne 2) { throw "rollcall with a missing file ended with $LASTEXITCODE" }
}

$before = Install $First
SmokeTest
CommandLine
$data = @(Get-ChildItem $env:ROLLCALL_HOME -Recurse -File).Count
if ($data -eq 0) { throw 'the smoke test left no data' }

$after = Install $Second
if ($after -eq $before) { throw "still $before after the update" }
SmokeTest

$default = (Get-ItemProperty 'HKCU:\Software\Classes\.csv' -ErrorAction SilentlyContinue).'(default)'
if ($default -like '*Rollcall*') { throw '.csv was taken from its program' }

$uninstall = Join-Path (Split-Path $program) 'Uninstall Rollcall.exe'
Start-Process $uninstall -ArgumentList '/S', '/currentuser' -Wait
for ($n = 0; (Test-Path $program) -and $n -lt 60; $n++) { Start-Sleep -Seconds 1 }
if (Test-Path $program) { throw 'the program is still there after it was uninstalled' }
if (Test-Path (Join-Path $env:LOCALAPPDATA 'Microsoft\WindowsApps\rollcall.cmd')) { throw 'uninstalling left rollcall.cmd' }
if (@(Get-ChildItem $env:ROLLCALL_HOME -Recurse -File).Count -lt $data) { throw 'uninstalling removed data' }
Write-Output "installed $before, updated to $after, uninstalled, data kept"
