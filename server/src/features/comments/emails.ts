import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

/** To the author of a held comment that a moderator rejected; `answer` is the moderator's note. */
export const commentRejected = defineEmail(
  (reader: Recipient, { content, answer }: { content: string; answer: string | null }, siteUrl: string) =>
    composeEmail(reader, 'Your comment was not published', [
      'The moderators read this comment of yours before it was published, and decided not to publish it:',
      '',
      content,
      ...(answer ? ['', 'The moderators wrote:', answer] : []),
      '',
      'The rules of the club:',
      `${siteUrl}/rules`,
    ]),
  {
    'comment-rejected': [
      'A held comment was rejected',
      (siteUrl) => [
        exampleReader,
        { content: 'Buy cheap tickets here!', answer: 'No advertising, please.' },
        siteUrl,
      ],
    ],
  },
)
