/** Where the built parts are. Told by the program's entry file, because a bundler may move everything else. */
export interface BuiltPlaces {
  engineWorker: URL
  sandboxWorker: URL
  /** The folder of the built screens. */
  renderer: URL
  samples: URL
}
