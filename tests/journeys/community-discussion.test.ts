import { beforeAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { recordMarks, untilMark } from '#tests/support/linked-marks.ts'
import { signedUp } from '#tests/support/members.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)
type Someone = { cookie: string }
let owner: Someone
let mia: Someone
beforeAll(async () => {
  owner = await signedUp(product, 'Olga Owner')
  mia = await signedUp(product, 'Mia Member')
})

let made = 0
/** A community of the owner and Mia with one post. */
async function aPost(privacy: 'public' | 'private' = 'public'): Promise<{ slug: string; communityId: string; id: string }> {
  made += 1
  const named = { name: `Talkers ${made}`, slug: `talkers-${made}`, description: 'We talk', privacy }
  const { id: communityId, slug } = await asked(owner, 'POST', '/communities', named)
  await asked(mia, 'PUT', `/communities/${communityId}/membership`, {})
  const { id } = await asked(owner, 'POST', `/communities/${communityId}/posts`, { title: 'Where do we meet?', body: ownWords('Say when') })
  return { slug, communityId, id }
}
const postComment = (who: Someone, postId: string, body: object) => asked(who, 'POST', `/posts/${postId}/comments`, body)

async function visiting({ slug }: { slug: string }, given: { who?: Someone; query?: string } & Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
  const visit = await aVisit({ ...given, as: given.who && { cookie: given.who.cookie, origin: product.origin } })
  await recordMarks(visit.page)
  await visit.page.goto(`${product.origin}/communities/${slug}${given.query ?? ''}`)
  if (given.javaScript !== false) await hydrated(visit.page)
  return visit
}

test('people comment below a post, also with only a picture, reply, like and delete; text whose request fails is kept', async () => {
  const post = await aPost('private')
  const { page, problems } = await visiting(post, { who: mia, width: 360, height: 740 })
  await page.getByRole('link', { name: /^0 comments/ }).click()
  await page.getByText('No comments yet. Be the first to share your thoughts!').waitFor()
  await page.getByLabel('Add a comment').fill('At the **old** mill')
  await page.route('**/rpc/comments/postToPost', (route) => route.abort())
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByText(/^Failed to post comment: /).waitFor()
  expect(await page.getByLabel('Add a comment').inputValue()).toBe('At the **old** mill')
  await page.unroute('**/rpc/comments/postToPost')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const said = page.locator('article[id^="comment-"]', { hasText: 'At the old mill' })
  await said.waitFor()
  await page.getByRole('link', { name: /^1 comment/ }).waitFor()

  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByText('Write something first').waitFor()
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture(320, 200)) })
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const pictured = page.locator('article[id^="comment-"]:has(picture img)')
  await pictured.waitFor()
  expect(await pictured.locator('img').last().getAttribute('src')).toMatch(/seal=/)

  await said.getByRole('button', { name: 'Like, 0 so far' }).click()
  await said.getByRole('button', { name: 'Like, 1 so far' }).waitFor()
  await said.getByRole('button', { name: 'Reply to Mia M.' }).click()
  await page.getByRole('textbox', { name: 'Reply to Mia M.' }).fill('At noon')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await page.locator('article[id^="comment-"]', { hasText: 'At noon' }).waitFor()
  await page.getByRole('link', { name: /^3 comments/ }).waitFor()
  await pictured.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Delete this comment?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: /^2 comments/ }).waitFor()
  expect(problems).toEqual([])
})

test('a locked post has no reply buttons, owners can delete other comments, and strangers learn who may write', async () => {
  const post = await aPost()
  await postComment(mia, post.id, { body: 'At noon' })
  await asked(owner, 'PUT', `/posts/${post.id}/marks`, { isLocked: true })
  const { page, problems } = await visiting(post, { who: owner, query: `?postId=${post.id}` })
  await page.getByText('This post is locked. New comments are closed.').waitFor()
  expect(await page.getByRole('button', { name: /^Reply/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Like, 0 so far' }).click()
  await page.getByRole('button', { name: 'Like, 1 so far' }).waitFor()
  const said = page.locator('article[id^="comment-"]', { hasText: 'At noon' })
  await page.route('**/rpc/comments/remove', (route) => route.abort())
  for (const isHindered of [true, false]) {
    await said.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    if (!isHindered) continue
    await page.getByRole('alertdialog').getByText('Failed to delete comment').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/rpc/comments/remove')
  }
  await page.getByText('Nobody commented before this post was locked.').waitFor()

  await asked(owner, 'PUT', `/posts/${post.id}/marks`, { isLocked: false })
  await postComment(mia, post.id, { body: 'At one' })
  const stranger = await visiting(post, { who: await signedUp(product, 'Otto Outside'), query: `?postId=${post.id}` })
  await stranger.page.getByText('Members of this community can comment and like.').waitFor()
  expect(await stranger.page.getByLabel('Add a comment').count()).toBe(0)
  const visitor = await visiting(post, { query: `?postId=${post.id}` })
  await visitor.page.getByRole('link', { name: 'Sign in to comment' }).click()
  await arrivesAt(visitor.page, /\/auth\?/)
  expect(decodeURIComponent(visitor.page.url())).toContain(post.id)
  expect([...problems, ...stranger.problems]).toEqual([])
})

test('a link to a reply opens its post and thread and marks it for three seconds; without JavaScript both are shown', async () => {
  const post = await aPost()
  for (let n = 0; n < 21; n++) await postComment(mia, post.id, { body: `Older ${n}` })
  const { id: rootId } = await postComment(mia, post.id, { body: 'Far down' })
  const { id } = await postComment(owner, post.id, { body: 'The answer', parentId: rootId })
  for (const query of [`?postId=${post.id}&commentId=${id}`, `?commentId=${id}`]) {
    const { page } = await visiting(post, { query })
    await untilMark(page, `comment-${id} on`)
    await untilMark(page, `comment-${id} off`)
  }
  for (const [query, text] of [
    [`?postId=${post.id}&commentId=${post.id}`, 'This comment was deleted.'],
    [`?commentId=${post.id}`, 'This comment was deleted.'],
    [`?postId=${rootId}`, 'This post was deleted.'],
  ] as const) {
    const { page } = await visiting(post, { query })
    await page.getByText(text).waitFor()
  }
  const plain = await visiting(post, { javaScript: false, query: `?postId=${post.id}` })
  await plain.page.getByText('Older 0').waitFor()
  await plain.page.getByRole('link', { name: 'Load more' }).click()
  await plain.page.getByText('Far down').waitFor()
  await plain.page.getByRole('link', { name: '1 reply' }).click()
  await plain.page.getByText('The answer').waitFor()
})

test('a new comment is at the end, also if the list starts with a linked comment on a later page', async () => {
  const post = await aPost()
  for (let n = 0; n < 21; n++) await postComment(mia, post.id, { body: `Older ${n}` })
  const { id } = await postComment(owner, post.id, { body: 'Far down' })
  const { page, problems } = await visiting(post, { who: mia, query: `?postId=${post.id}&commentId=${id}` })
  await page.getByRole('link', { name: 'To the first comments' }).waitFor()
  await page.getByLabel('Add a comment').fill('And the newest')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const said = page.locator('article[id^="comment-"]')
  await said.filter({ hasText: 'And the newest' }).waitFor()
  expect(await said.allInnerTexts()).toEqual([expect.stringMatching(/owner[\s\S]*Far down/i), expect.stringContaining('And the newest')])
  expect(problems).toEqual([])
})
