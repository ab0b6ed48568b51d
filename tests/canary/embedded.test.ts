import { describe } from 'vitest'
import { findsNoLeaks } from './leaks.ts'

describe('on the embedded store', () => findsNoLeaks('the embedded store'))
