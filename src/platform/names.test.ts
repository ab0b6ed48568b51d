import { expect, test } from 'vitest'
import { isDeletedName } from './names.ts'

test('no name can imitate that of a deleted account, in any letters, with signs or spaces', () => {
  const signs = ['[deleted]', 'deleted', 'DELETED', ' [ Deleted ] ', '[deleted].', '(deleted)', '[de\u2060leted]', 'd\u00ade\u200dleted', '[deleted] 2']
  const letters = ['［ｄｅｌｅｔｅｄ］', 'ⓓⓔⓛⓔⓣⓔⓓ', '𝐝𝐞𝐥𝐞𝐭𝐞𝐝', '⦋deleted⦌', '-_deleted_-']
  for (const name of [...signs, ...letters]) expect([name, isDeletedName(name)]).toEqual([name, true])
  for (const name of ['', '[]', 'Delete D. Key', 'Undeleted', 'Ada Deleted', 'Дилетед']) expect([name, isDeletedName(name)]).toEqual([name, false])
})
