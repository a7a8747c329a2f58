/** The words around the rules on their page. */
export const rulesWords = {
  title: 'Community Rules',
  lead: 'They apply to everybody here: in posts, in comments and in the messages that come with a tip. If you see one broken, report it on the spot; the moderators look at every report.',
}

/* `key` is how the software knows a rule and stays as it is; number, name and words are the operator's to change. */
export const communityRules = [
  {
    key: 'respect',
    number: 1,
    name: 'Play the ball, not the person',
    words:
      'No insults, threats, stalking or piling on. Disagree about the call, not about the one who made it.',
  },
  {
    key: 'hate',
    number: 2,
    name: 'Everybody belongs on the pitch',
    words: 'No contempt for people because of origin, faith, gender, sexuality, disability or age.',
  },
  {
    key: 'danger',
    number: 3,
    name: 'Nobody gets hurt',
    words: 'No violence, no sexual content, nothing that urges anybody to harm themselves or others.',
  },
  {
    key: 'privacy',
    number: 4,
    name: 'What is private stays private',
    words:
      'No addresses, numbers, pictures or messages of others without their consent, and no pretending to be somebody else.',
  },
  {
    key: 'spam',
    number: 5,
    name: 'No advertising boards',
    words: 'No spam, no scams, no advertising, nothing posted over and over.',
  },
  {
    key: 'law',
    number: 6,
    name: 'The law comes first',
    words: 'Nothing illegal, and no copies of what belongs to somebody else.',
  },
] as const
