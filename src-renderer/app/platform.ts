/** Whether keys are named as on a Mac. */
export const isMac = /mac/i.test(navigator.platform)
