import { expect, test } from 'vitest'
import { switchNames } from '#platform/site-switches.ts'
import { usage } from './commands.ts'

test('the help of the command line names every switch', () => {
  for (const name of switchNames) expect(usage).toMatch(new RegExp(`\\b${name.replaceAll('_', '-')}\\b`))
})
