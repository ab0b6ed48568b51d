import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (BASE_URL: string) => readConfig({ BASE_URL, AUTH_SECRET: 'x'.repeat(32) })

test('blanks and capital letters in the public address are put right, and a missing scheme is named', () => {
  for (const given of ['https://holdout.example', ' https://holdout.example ', 'HTTPS://Holdout.Example/'])
    expect(read(given)).toMatchObject({ baseUrl: 'https://holdout.example', isPublic: true })
  for (const given of ['holdout.example', 'www.holdout.example:3000', 'https://holdout.example/path'])
    expect(() => read(given), given).toThrow('BASE_URL must be the public address with http:// or https:// and without a path')
})
