// npm run packages: installs the packages as npm start does, and does nothing else; for the Dockerfile.
import { install } from './runtime.mjs'

install()
