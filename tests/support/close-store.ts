import { isSiteOpen, theSite } from './site.ts'

// The worker's site is shared by its test files and closed when the worker ends.
process.once('beforeExit', () => {
  if (isSiteOpen()) void theSite().then((site) => site.close())
})
