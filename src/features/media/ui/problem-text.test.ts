import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { uploadProblem } from './problem-text.ts'

test('the text for a failed upload is that of its code, and "Upload failed" for a code without a text', () => {
  expect(uploadProblem(new ORPCError('IMAGE_TOO_LARGE'))).toBe('Image must be smaller than 4MB')
  expect(uploadProblem(new ORPCError('ATTACHMENT_FAILED'))).toBe('Failed to create attachment record')
  expect(uploadProblem(new ORPCError('SOMETHING_NEW'))).toBe('Upload failed')
})
