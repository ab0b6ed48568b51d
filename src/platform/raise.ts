/** Throws an error where the syntax allows only an expression, such as after `??`. */
export function raise(error: Error): never {
  throw error
}
