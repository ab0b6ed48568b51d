import { passwordText } from '../policy.ts'
import list from './common-passwords.txt?raw'

let common: Set<string> | undefined

/** Whether a password is among the 10,000 that people choose most, in whatever case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split('\n').filter(Boolean))
  return common.has(passwordText(password).toLowerCase())
}
