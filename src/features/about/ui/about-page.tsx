import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { Still } from '#platform/client/still.tsx'
import { AboutNumbers } from './about-numbers.tsx'
import { AboutStory } from './about-story.tsx'
import { Formula } from './formula.tsx'

const parts = createIsomorphicFn()
  .server(() => ({ story: <AboutStory />, numbers: <AboutNumbers /> }))
  .client(() => ({ story: null, numbers: null }))

const story = () => import('./about-story.tsx').then((part) => <part.AboutStory />)
const numbers = () => import('./about-numbers.tsx').then((part) => <part.AboutNumbers />)

/** Of the page only the formula has anything to do in a browser; the rest stays as the server drew it. */
export function AboutPage() {
  const onServer = parts()
  return (
    <RoutedLinks>
      <Still onServer={onServer.story} load={story} />
      <Formula />
      <Still onServer={onServer.numbers} load={numbers} />
    </RoutedLinks>
  )
}

/** In the browser the texts are there before the page changes to it. */
export const aboutReady = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await Promise.all([import('./about-story.tsx'), import('./about-numbers.tsx')])
  })
