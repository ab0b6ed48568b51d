import { idPattern } from '#platform/id.ts'

const topic = `(stats|me|(campaign|talk|chat|community|post):${idPattern})`
const refusal = (description: string) => ({ description, content: { 'application/json': {} } })

/** OpenAPI description of the live stream, which is not a procedure and therefore not part of a contract. */
export const liveDescribed = {
  '/live': {
    get: {
      operationId: 'live',
      summary: 'Live events',
      description: [
        'Server-sent events about changes, for the pages of this site.',
        'Begins with the present state of the topics and `begun`. Fetch everything else after it: the stream sends nothing that was said before, and after events may have been missed it begins once more, on the same connection or a new one.',
        '`change` and `said` carry `{ "topic": ..., "data": ... }`: a `change` replaces the earlier ones of its topic, so some may be skipped; each `said` is sent once and in order.',
        '`ended` means that the session has ended.',
        '`closed` carries the topic of a community that does not exist, or that the reader cannot see or can no longer see. For other topics that the reader cannot see, nothing is sent.',
      ].join(' '),
      parameters: [
        {
          name: 'topics',
          in: 'query' as const,
          required: true,
          description: 'Up to 100, separated by commas: stats, me (own notifications), and campaign:ID, talk:ID, chat:ID, community:ID, post:ID.',
          schema: { type: 'string' as const, pattern: `^${topic}(,${topic})*$` },
        },
      ],
      responses: {
        200: { description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' as const } } } },
        400: refusal('An unknown topic, no topic, or too many topics.'),
        403: refusal('The request came from another site.'),
        429: refusal('Too many streams are open, or they were opened too often.'),
        503: refusal('The database is unavailable, or this process is stopping.'),
      },
    },
  },
}
