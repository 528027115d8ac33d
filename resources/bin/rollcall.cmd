@echo off
rem "rollcall" of the installed program: its own binary in command mode, in a window without one. Lies in resources\bin.
"%~dp0..\..\Rollcall.exe" --command -- %*
