import { randomUUID } from 'node:crypto'

/** Words with hyphens that no other text has. Letters only: among many random ids some look like an ID number, which new people must not publish. */
export const uniqueWords = () => randomUUID().replaceAll(/\d/g, (digit) => 'ghkmnpqrst'.charAt(Number(digit)))
