import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { blockKinds, mostBlocks } from './terms.ts'

const Kind = z
  .enum(blockKinds)
  .describe('mute: you do not see comments, chat messages and notifications by this person. block: in addition, this person does not see yours.')

/** A person whom the viewer has muted or blocked. Only the viewer can read it. */
export const Block = z.object({ person: Author, kind: Kind, since: z.date() })
export type Block = z.infer<typeof Block>

const ofPerson = z.strictObject({ personId: Id })

export const blocksContract = {
  list: oc
    .route({ method: 'GET', path: '/me/blocks', summary: 'People whom you have muted or blocked, newest first', tags: ['Blocks'] })
    .input(z.strictObject(PageInput))
    .output(pageOf(Block))
    .errors({ ...signInFirst, ...badCursor }),

  get: oc
    .route({ method: 'GET', path: '/me/blocks/{personId}', summary: 'Whether you have muted or blocked a person', tags: ['Blocks'] })
    .input(ofPerson)
    .output(z.object({ kind: Kind.nullable().describe('Null also for an account that does not exist.') }))
    .errors(signInFirst),

  set: oc
    .route({
      method: 'PUT',
      path: '/me/blocks/{personId}',
      summary: 'Mute or block a person',
      description: 'The person is not notified. A block replaces a mute, and the reverse.',
      tags: ['Blocks'],
    })
    .input(z.strictObject({ personId: Id, kind: Kind }))
    .output(z.object({ kind: Kind }))
    .errors({
      ...signInFirst,
      ...notFound,
      YOURSELF: { ...stateRefusal, message: 'You cannot mute or block yourself.' },
      TOO_MANY_BLOCKS: { ...stateRefusal, message: `You can mute and block at most ${mostBlocks} people.` },
    }),

  remove: oc
    .route({ method: 'DELETE', path: '/me/blocks/{personId}', summary: 'End muting or blocking a person', tags: ['Blocks'] })
    .input(ofPerson)
    .output(z.object({ kind: z.null() }))
    .errors(signInFirst),
}
