import { postIdOf, publish } from './club-posts.ts'
import { expect, test, toastOn } from './club.ts'
import { listed, writeComment } from './comment-box.ts'
import { becomeMember } from './people.ts'

test('mentions a person at the caret [CMT-7]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const postId = await postIdOf(creator, await publish(creator, 'Mention me'))
  await writeComment(creator, postId, { content: 'Go on.' })
  await member.goto(`/post/${postId}`)
  await member.getByRole('button', { name: 'Reply to Sam' }).click()
  const box = member.getByRole('textbox', { name: 'Reply to Sam' })
  await box.fill('Well , played')
  await box.press('Home')
  for (let step = 0; step < 'Well '.length; step += 1) await box.press('ArrowRight')
  await box.pressSequentially('@Sa')
  await member.getByRole('list', { name: 'People to mention' }).getByRole('button', { name: 'Sam' }).click()
  await box.pressSequentially('again')
  await expect(box).toHaveValue('Well @Sam again, played')
  await box.press('Control+Enter')
  await expect(listed(member).filter({ hasText: 'Well @Sam again, played' })).toHaveCount(2)
})

test('hides a member’s comments until they are shown again [CMT-8]', async ({
  signedInAs,
  unlocked: reader,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  await becomeMember(reader)
  const postId = await postIdOf(creator, await publish(creator, 'Hide me'))
  await writeComment(member, postId, { content: 'Noise.' })
  await reader.goto(`/post/${postId}`)
  await reader.getByRole('button', { name: /^More about the comment by .*Noise/ }).click()
  await reader.getByRole('button', { name: 'Hide this person' }).click()
  await expect(toastOn(reader)).toContainText('Person hidden')
  await expect(listed(reader)).toContainText('You have hidden this person’s comments')
  await expect(listed(reader)).not.toContainText('Noise.')

  await reader.goto('/settings')
  await reader.getByRole('button', { name: /^Show the comments of/ }).click()
  await expect(reader.getByText('You have not hidden anyone.')).toBeVisible()
  await reader.goto(`/post/${postId}`)
  await expect(listed(reader)).toContainText('Noise.')
})
