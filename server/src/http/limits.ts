/**
 * How often one address, or one signed-in person, may call: `max` times in `timeWindow` milliseconds. Members of one
 * household or office share an address, so what only members do is counted for each of them.
 */
export type Limit = {
  max: number
  timeWindow: number
  per?: 'person'
  /**
   * Counted in the database, for all processes together and over restarts: what guards a secret, sends a letter or lets
   * cards be tried. Everything else each process counts for itself, at no cost.
   */
  isShared?: true
  /**
   * With `isShared`: how many may be refused. Hundreds of people may share one address on the day a club opens: what is
   * answered with success is no guess, and `max` only bounds what it costs.
   */
  countsRefused?: number
}

const minute = 60_000

/** All rate limits in one place, so that a limit cannot be wired to the wrong path unseen. */
export const limits = {
  /** Everybody passes the gate in every session of their browser, and many do so behind one address. */
  unlock: { max: 1000, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** Passwords: counted in `features/accounts/sign-in-limit.ts`, with the account they are tried for. */
  login: { max: 30, timeWindow: 15 * minute, isShared: true },
  /** The same for one account, whatever addresses the tries come from. */
  loginOfAccount: { max: 10, timeWindow: 15 * minute },
  secondStep: { max: 1000, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** The question and the answer. */
  passkeySignIn: { max: 2000, countsRefused: 60, timeWindow: 15 * minute, isShared: true },
  /** Who holds a stolen session may not try passwords with it. */
  confirmIdentity: { max: 10, timeWindow: 15 * minute, per: 'person', isShared: true },
  /** Changing the second step of one's own sign-in. */
  twoFactor: { max: 30, timeWindow: 15 * minute, per: 'person', isShared: true },
  /** Adding, naming and removing one’s own passkeys, and proving with them who one is. */
  passkeys: { max: 60, timeWindow: 15 * minute, per: 'person', isShared: true },
  /** Each leads to a letter. */
  requestDeletion: { max: 5, timeWindow: 60 * minute, per: 'person', isShared: true },
  departureLink: { max: 500, countsRefused: 25, timeWindow: 5 * minute, isShared: true },
  changePassword: { max: 10, timeWindow: 10 * minute, per: 'person', isShared: true },
  forgotPassword: { max: 25, timeWindow: 5 * minute, isShared: true },
  /** Each sends an email. */
  confirmLink: { max: 5, timeWindow: 60 * minute, per: 'person', isShared: true },
  resetPassword: { max: 500, countsRefused: 25, timeWindow: 5 * minute, isShared: true },
  searchPeople: { max: 120, timeWindow: minute, per: 'person' },
  /** What staff does to people: more than a hand can, less than a program would. */
  staffActs: { max: 120, timeWindow: 60 * minute, per: 'person' },
  report: { max: 30, timeWindow: 60 * minute, per: 'person' },
  appeal: { max: 500, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** Following a link that makes a creator or an admin. */
  setup: { max: 500, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** Each sends a letter. */
  invite: { max: 20, timeWindow: 60 * minute, per: 'person', isShared: true },
  contact: { max: 50, timeWindow: 15 * minute, isShared: true },
  /** The same for one email address, wherever it is written from. */
  contactOfAddress: { max: 5, timeWindow: 15 * minute },
  /** Starting a signup: 500 people behind one address join within an hour, and some of them try twice. */
  signup: { max: 1500, countsRefused: 100, timeWindow: 60 * minute, isShared: true },
  /** Finishing it, after paying: a page that waits for the payment asks again and again. */
  finishSignup: { max: 3000, countsRefused: 100, timeWindow: 15 * minute, isShared: true },
  /** Each refusal may say that an address has an account. */
  checkSignup: { max: 1500, countsRefused: 60, timeWindow: 60 * minute, isShared: true },
  /** New signups with one address from one network. */
  signupOfAddress: { max: 10, timeWindow: 60 * minute },
  /** What a signed-in person does about their own subscription. */
  membership: { max: 30, timeWindow: 60 * minute, per: 'person', isShared: true },
  promoCode: { max: 1500, countsRefused: 60, timeWindow: 60 * minute, isShared: true },
  tip: { max: 20, timeWindow: 60 * minute, per: 'person', isShared: true },
  portal: { max: 60, timeWindow: 60 * minute, per: 'person' },
  /** What may make us ask the provider: a waiting page does so every few seconds. */
  askProvider: { max: 240, timeWindow: 5 * minute, per: 'person' },
  /** Each may weigh 50 MB: it is the disk that has to be kept. */
  beginUpload: { max: 300, timeWindow: 60 * minute, per: 'person' },
  /** The rehearsal provider's own pages and calls, from browsers: cards are not to be tried by the thousand. */
  sandbox: { max: 600, timeWindow: 5 * minute },
  comment: { max: 10, timeWindow: minute, per: 'person' },
  like: { max: 60, timeWindow: minute, per: 'person' },
  captions: { max: 120, timeWindow: 60 * minute, per: 'person' },
  /** A browser tells where its reader is every few seconds at most. */
  feedMark: { max: 120, timeWindow: 5 * minute, per: 'person' },
  /** What people say about themselves, and how it is shown. */
  profile: { max: 60, timeWindow: 60 * minute, per: 'person' },
  avatar: { max: 30, timeWindow: 60 * minute, per: 'person' },
  /** How many run, and how many a day, is counted where they start. */
  exportData: { max: 30, timeWindow: 60 * minute, per: 'person' },
  /** A file of all that a figure is counted from. */
  figureRows: { max: 120, timeWindow: 60 * minute, per: 'person' },
  /** A page of them, or all of them as a file. */
  contentFigures: { max: 600, timeWindow: 60 * minute, per: 'person' },
  /** Twice a minute while something plays, and whenever it is paused. */
  watch: { max: 120, timeWindow: 5 * minute, per: 'person' },
  /** Saving and removing one after the other; a browser asks for all it keeps at once. */
  savePost: { max: 300, timeWindow: 5 * minute, per: 'person' },
  postViews: { max: 120, timeWindow: 5 * minute, per: 'person' },
  notificationSettings: { max: 120, timeWindow: 15 * minute, per: 'person' },
  pushSubscription: { max: 30, timeWindow: 15 * minute, per: 'person' },
  /** Mail programs press the button of many letters from few addresses. */
  letterLink: { max: 120, timeWindow: 5 * minute },
  /** Every window opens one, and opens it again after the connection broke. */
  socket: { max: 60, timeWindow: minute, per: 'person' },
  /** The same for all people behind one address, who come back together after a restart. */
  socketOfAddress: { max: 3000, timeWindow: minute },
  /** Events without a valid signature: nobody but the provider has a reason to send any. */
  forgedEvents: { max: 30, timeWindow: minute },
  /** What is typed is saved every second or so, in several tabs perhaps. */
  saveDraft: { max: 900, timeWindow: 5 * minute, per: 'person' },
} satisfies Record<string, Limit>
