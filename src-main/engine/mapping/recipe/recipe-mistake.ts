/** Something wrong with a recipe itself, whatever the file: where (`fields[2].to`) and what. */
export interface RecipeMistake {
  path: string
  message: string
}
