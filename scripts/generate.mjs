// Makes what is generated and not kept in git: the message functions.
import { compile } from '@inlang/paraglide-js'
import { paraglideOptions } from './messages.mjs'

await compile(paraglideOptions)
process.exit(0)
