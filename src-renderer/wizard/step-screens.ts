/** Each step of the wizard loads its own code, as the pages do; see `app/screens.ts`. */
export const stepScreens = {
  signIn: () => import('./sign-in/SignInStep.svelte'),
  file: () => import('./file/FileStep.svelte'),
  mapping: () => import('./mapping/MappingStep.svelte'),
  review: () => import('./review/ReviewStep.svelte'),
  run: () => import('./run/RunStep.svelte'),
  results: () => import('./results/ResultsStep.svelte'),
}
