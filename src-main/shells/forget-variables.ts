/**
 * Takes Rollcall's variables, which may hold a password or a token, out of this process's environment for good: a browser that is opened,
 * and whatever that starts later, inherits none.
 */
export function forgetVariables({ except = [] }: { except?: readonly string[] } = {}): void {
  for (const name of Object.keys(process.env))
    if (name.toUpperCase().startsWith('ROLLCALL_') && !except.includes(name.toUpperCase())) delete process.env[name]
}
