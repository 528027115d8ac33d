import type { StepName } from '../../wizard/wizard-step.ts'

export const stepListWords = {
  stepsOfThisImport: 'Steps of this import',
  done: '(done)',
}

export const wizardWords = {
  thisImportCannotBeOpened: 'This import cannot be opened',
  allImports: 'All imports',
}

export const wizardScreensWords = {
  newImport: 'New import',
}

export const signInFormWords = {
  textMessage: 'text message',
  codeWasSent: (what: string) => `A code was sent${what}.`,
  itWentTo: (email: string) => `It went to ${email}.`,
  itCanTakeMinute: 'It can take a minute to arrive.',
  code: 'Code',
  codeHelp: 'The digits from the message.',
  sendItAgain: 'Send it again',
  backToPassword: 'Back to the password',
  addressOfService: 'Address of the service',
  addressOfServiceHelp: 'As your provider gave it to you, for example https://api.example.com',
  eMail: 'E-mail',
  password: 'Password',
  apiKey: 'API key',
  apiKeyHelp: 'The account’s administrator finds it in the service’s developer settings.',
  accessToken: 'Access token',
  accessTokenHelp: 'Copy it from the developer settings of the service’s web application. It is checked with one harmless request.',
  nameForThisAccountOptional: 'Name for this account (optional)',
  nameForThisAccountHelp: 'How Rollcall lists it, for example the office.',
  keepMeSigned: 'Keep me signed in on this computer',
  accessIsKeptInEncrypted: 'The access is kept in encrypted form by your operating system. The password is never kept.',
  accessIsThenKept:
    'The access is then kept in a file that only your user account can read. Otherwise it is forgotten when Rollcall closes. The password is never kept.',
  useAccessTokenInstead: 'Use an access token instead',
  useEMailAndPassword: 'Use e-mail and password instead',
  signingIn: 'Signing in',
  justLooking: 'Just looking?',
  practiceModeWorks: 'Practice mode works as for real, on made-up contacts. It needs no account, and nothing leaves this computer.',
  usePracticeMode: 'Use practice mode',
}

export const signInStepWords = {
  signIn: 'Sign in',
  youAreSignedOut: (name: string) => `You are signed out of “${name}”. Sign in again and this import goes on where it was.`,
  signInToMessagingService: 'Sign in to the messaging service to go on.',
  allImports: 'All imports',
  yourImportIsKept: 'Your import is kept as it is.',
}

export const stepTitles: Record<StepName, string> = {
  signIn: 'Sign in',
  file: 'Choose file',
  mapping: 'Map columns',
  review: 'Review changes',
  run: 'Run',
  results: 'Results',
}
