import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

/** To the sender of a tip whose held message a moderator rejected; `answer` is the moderator's note. */
export const tipMessageRejected = defineEmail(
  (reader: Recipient, { message, answer }: { message: string; answer: string | null }, siteUrl: string) =>
    composeEmail(reader, 'The message of your tip was not shown', [
      'Your tip has arrived. The moderators read its message before it was shown, and decided not to show it:',
      '',
      message,
      ...(answer ? ['', 'The moderators wrote:', answer] : []),
      '',
      'The rules of the club:',
      `${siteUrl}/rules`,
    ]),
  {
    'tip-message-rejected': [
      'The held message of a tip was rejected',
      (siteUrl) => [
        exampleReader,
        { message: 'Buy cheap tickets here!', answer: 'No advertising, please.' },
        siteUrl,
      ],
    ],
  },
)
