/** Why what is pressed cannot work at present. */
export const blockedWords = {
  doesNotAnswer: 'Rollcall does not answer at present. This works again once it does.',
  notConnected: 'This page is not connected to Rollcall any more.',
  offline: 'This computer is offline. This works again once it is connected.',
  signInFirst: 'Sign in first.',
  tourIsInPractice: 'The tour is taken in practice mode.',
  cannotBePressedYet: (button: string) => `“${button}” cannot be pressed yet.`,
}

/** What the screens themselves say of what went wrong; of the rest the engine says it. */
export const failureWords = {
  somethingWentWrong: 'Something went wrong on this screen.',
  reload: 'Reload the page. Nothing that was recorded is lost.',
  connectionWasLost: 'The connection to Rollcall was lost before it could answer.',
  lookWhetherItHappened: 'It is being restored. Look whether it has happened already, then try again if it has not.',
  fileCouldNotBeRead: 'The file could not be read.',
  checkTheFile:
    'Check that it is still there, that it is a file and not a folder, and that no other program holds it. Then choose it again.',
}
