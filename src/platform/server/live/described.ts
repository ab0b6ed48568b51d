import { idPattern } from '#platform/id.ts'

const topic = `(stats|me|(campaign|talk|chat|community|post):${idPattern})`
const refusal = (description: string) => ({ description, content: { 'application/json': {} } })

/** The live stream for the description of the API: it is served beside the procedures, so their contract does not know it. */
export const liveDescribed = {
  '/live': {
    get: {
      operationId: 'live',
      summary: 'Live events',
      description: [
        'Server-sent events of what changes, for pages of this site.',
        '`change` and `said` carry `{ "topic": ..., "data": ... }`: of a change only the newest counts, what was said comes once and in order.',
        '`position` tells how far the stream has come; `reset`, that what was missed is not known any more and has to be fetched anew; `ended`, that the session has ended.',
        '`closed` carries the topic of a community that its reader may not look into, no longer may, or that does not exist. Of other topics that its reader may not see, nothing is sent.',
      ].join(' '),
      parameters: [
        {
          name: 'topics',
          in: 'query' as const,
          required: true,
          description: 'Up to 100, separated by commas: stats, me (own notifications), and campaign:ID, talk:ID, chat:ID, community:ID, post:ID.',
          schema: { type: 'string' as const, pattern: `^${topic}(,${topic})*$` },
        },
        {
          name: 'Last-Event-ID',
          in: 'header' as const,
          description: 'The last id that was heard: what was said since is told first.',
          schema: { type: 'string' as const },
        },
        { name: 'since', in: 'query' as const, description: 'The same for a reader that cannot set the header.', schema: { type: 'string' as const } },
      ],
      responses: {
        200: { description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' as const } } } },
        400: refusal('A topic that is not known, none, or too many.'),
        403: refusal('Asked from another site.'),
        429: refusal('Too many open streams, or opened too often.'),
        503: refusal('The database is unavailable, or this process stops.'),
      },
    },
  },
}
