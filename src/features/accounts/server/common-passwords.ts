import { passwordText } from '../policy.ts'
import list from './common-passwords.txt?raw'

let common: Set<string> | undefined

/** True if a password is among the 10,000 most common ones, in any case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split('\n').filter(Boolean))
  return common.has(passwordText(password).toLowerCase())
}
