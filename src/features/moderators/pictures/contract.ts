import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { movedStates } from '#features/moderation/terms.ts'

export const picturesContract = {
  moderate: oc
    .route({
      method: 'PUT',
      path: '/media/{id}/moderation',
      summary: 'For moderators: hide, remove or restore one picture',
      description: 'The content that shows it stays. A restoration puts it back, except where the content is gone or shows another picture.',
      tags: ['Media'],
    })
    .input(ModerationInput)
    .output(z.object({ id: z.uuid(), state: z.enum(movedStates).nullable().describe('Null if it is not hidden.') }))
    .errors(moderationErrors),
}
