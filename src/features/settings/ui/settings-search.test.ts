import { expect, test } from 'vitest'
import { settingsTabs } from '../terms.ts'
import { readSettingsSearch } from './settings-search.ts'

test('every section has a URL; `account` is the default section, also for unknown ones', () => {
  for (const tab of settingsTabs) expect(readSettingsSearch({ tab })).toEqual({ tab: tab === 'account' ? undefined : tab })
  for (const tab of ['', 'Profile', 'constructor', '__proto__', ['profile'], 7, undefined]) expect(readSettingsSearch({ tab })).toEqual({ tab: undefined })
})
