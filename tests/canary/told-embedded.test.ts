import { describe } from 'vitest'
import { tellsNobodyElse } from './told.ts'

describe('on the embedded store', () => tellsNobodyElse('the embedded store'))
