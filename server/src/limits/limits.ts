import type { Rate } from './rate.ts'

/** Households and offices share an address, so what only members can do is counted per person. */
export type Limit = Rate & {
  per?: 'person'
  /** Counted in the database: limits that guard a secret, send an email or allow testing cards. */
  isShared?: true
  /** Bounds refused calls: on a club's opening day hundreds of people may share an address, and success is no guess. */
  countsRefused?: number
}

const minute = 60_000

/** All rate limits in one place, so that none is attached to the wrong path unnoticed. */
export const limits = {
  /** Everyone passes the gate once per browser session, and many share an address. */
  unlock: { max: 1000, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** Passwords. `features/accounts/sign-in-limit.ts` counts them, together with the account. */
  login: { max: 30, timeWindow: 15 * minute, isShared: true },
  /** Per account, across all addresses. */
  loginOfAccount: { max: 10, timeWindow: 15 * minute },
  secondStep: { max: 1000, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** A challenge and a response each. */
  passkeySignIn: { max: 2000, countsRefused: 60, timeWindow: 15 * minute, isShared: true },
  /** A stolen session must not allow guessing the password. */
  confirmIdentity: { max: 10, timeWindow: 15 * minute, per: 'person', isShared: true },
  twoFactor: { max: 30, timeWindow: 15 * minute, per: 'person', isShared: true },
  /** Adding, renaming and removing passkeys, and confirming one's identity with them. */
  passkeys: { max: 60, timeWindow: 15 * minute, per: 'person', isShared: true },
  /** Each call sends an email. */
  requestDeletion: { max: 5, timeWindow: 60 * minute, per: 'person', isShared: true },
  departureLink: { max: 500, countsRefused: 25, timeWindow: 5 * minute, isShared: true },
  changePassword: { max: 10, timeWindow: 10 * minute, per: 'person', isShared: true },
  forgotPassword: { max: 25, timeWindow: 5 * minute, isShared: true },
  /** Emailed links of one purpose to one person. Jobs count them, so that every address gets the same response. */
  linkEmails: { max: 5, timeWindow: 30 * minute },
  confirmLink: { max: 5, timeWindow: 60 * minute, per: 'person', isShared: true },
  resetPassword: { max: 500, countsRefused: 25, timeWindow: 5 * minute, isShared: true },
  searchPeople: { max: 120, timeWindow: minute, per: 'person' },
  /** Staff actions on people: more than a person does, less than a script would. */
  staffActs: { max: 120, timeWindow: 60 * minute, per: 'person' },
  report: { max: 30, timeWindow: 60 * minute, per: 'person' },
  appeal: { max: 500, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  /** Following the invitation link of a creator or an admin. */
  setup: { max: 500, countsRefused: 30, timeWindow: 15 * minute, isShared: true },
  invite: { max: 20, timeWindow: 60 * minute, per: 'person', isShared: true },
  contact: { max: 50, timeWindow: 15 * minute, isShared: true },
  /** Messages with one email address from one network, so that strangers elsewhere cannot block its owner. */
  contactOfAddress: { max: 5, timeWindow: 15 * minute },
  /** Starting a signup. At a launch 500 people behind one address join within an hour, and some retry. */
  signup: { max: 1500, countsRefused: 100, timeWindow: 60 * minute, isShared: true },
  /** Finishing a signup after paying. The page polls while the payment is pending. */
  finishSignup: { max: 3000, countsRefused: 100, timeWindow: 15 * minute, isShared: true },
  /** A refusal may reveal that an address has an account. */
  checkSignup: { max: 1500, countsRefused: 60, timeWindow: 60 * minute, isShared: true },
  /** New signups with one email address from one network. */
  signupOfAddress: { max: 10, timeWindow: 60 * minute },
  /** Changes to one's own subscription. */
  membership: { max: 30, timeWindow: 60 * minute, per: 'person', isShared: true },
  promoCode: { max: 1500, countsRefused: 60, timeWindow: 60 * minute, isShared: true },
  tip: { max: 20, timeWindow: 60 * minute, per: 'person', isShared: true },
  portal: { max: 60, timeWindow: 60 * minute, per: 'person' },
  /** Calls that may query the provider. A waiting page polls every few seconds. */
  askProvider: { max: 240, timeWindow: 5 * minute, per: 'person' },
  /** An upload may be 50 MB, so this protects the disk. */
  beginUpload: { max: 300, timeWindow: 60 * minute, per: 'person' },
  /** The sandbox's own pages and browser API. It also bounds card testing. */
  sandbox: { max: 600, timeWindow: 5 * minute },
  /** The test box of watched words. */
  tryWords: { max: 120, timeWindow: minute, per: 'person' },
  comment: { max: 10, timeWindow: minute, per: 'person' },
  like: { max: 60, timeWindow: minute, per: 'person' },
  captions: { max: 120, timeWindow: 60 * minute, per: 'person' },
  /** A browser reports its reading position every few seconds at most. */
  feedMark: { max: 120, timeWindow: 5 * minute, per: 'person' },
  /** Profile texts and how they are shown. */
  profile: { max: 60, timeWindow: 60 * minute, per: 'person' },
  avatar: { max: 30, timeWindow: 60 * minute, per: 'person' },
  /** Trying the mail server, the storage and the payment account from the desk. */
  tryOut: { max: 30, timeWindow: 60 * minute, per: 'person', isShared: true },
  /** Saving, publishing and undoing the settings of the site. */
  siteSettings: { max: 300, timeWindow: 60 * minute, per: 'person' },
  /** Concurrent and daily exports are limited where they start. */
  exportData: { max: 30, timeWindow: 60 * minute, per: 'person' },
  /** The rows behind an insights figure, as a file. */
  figureRows: { max: 120, timeWindow: 60 * minute, per: 'person' },
  /** Content insights, by page or as a file. */
  contentFigures: { max: 600, timeWindow: 60 * minute, per: 'person' },
  /** A player reports twice a minute and on every pause. */
  watch: { max: 120, timeWindow: 5 * minute, per: 'person' },
  /**
   * A player reports every ten seconds, on every pause and when it closes; the last report before that may be recent.
   */
  playbackPositions: { max: 240, timeWindow: 5 * minute, per: 'person' },
  /** Clearing one's own history and switching it on or off. */
  history: { max: 120, timeWindow: 15 * minute, per: 'person' },
  /** People save and remove posts in quick succession, and a browser checks all its saved posts at once. */
  savePost: { max: 300, timeWindow: 5 * minute, per: 'person' },
  postViews: { max: 120, timeWindow: 5 * minute, per: 'person' },
  notificationSettings: { max: 120, timeWindow: 15 * minute, per: 'person' },
  /** Opening the bell, on all devices. */
  readNotices: { max: 300, timeWindow: 15 * minute, per: 'person' },
  pushSubscription: { max: 30, timeWindow: 15 * minute, per: 'person' },
  /** Mail providers call the one-click unsubscribe URL of many emails from few addresses. */
  emailLink: { max: 120, timeWindow: 5 * minute },
  /** Every window opens a socket and reopens it after a broken connection. */
  socket: { max: 60, timeWindow: minute, per: 'person' },
  /** Per address: everyone behind it reconnects at once after a restart. */
  socketOfAddress: { max: 3000, timeWindow: minute },
  /** A client has nothing to send on a live socket; a flood closes it. */
  socketMessages: { max: 20, timeWindow: 10_000 },
  /** Events with an invalid signature, which only an attacker sends. */
  forgedEvents: { max: 30, timeWindow: minute },
  /** How many of them are logged, and looked up at the provider. */
  forgedEventLogs: { max: 1, timeWindow: minute },
  forgedEventLookups: { max: 10, timeWindow: minute },
  /**
   * Different posts whose media one person reads. Pictures of one gallery do not count apart. Well above what normal
   * use needs.
   */
  mediaItems: { max: 300, timeWindow: 10 * minute },
  /** A picture takes a quarter of a second to draw, and is cached. Preview services share addresses. */
  linkCard: { max: 600, timeWindow: 5 * minute },
  /** A player asks for a video in ranges, and moves about in it. Visitors share addresses. */
  clip: { max: 1200, timeWindow: 5 * minute },
  /** Requests with one API key, counted together with those that are refused. */
  apiKey: { max: 600, timeWindow: 5 * minute },
  /** Saving and arranging collections: a drag each. */
  collections: { max: 600, timeWindow: 15 * minute, per: 'person' },
  /** Drafts are saved about every second, possibly from several tabs. */
  saveDraft: { max: 900, timeWindow: 5 * minute, per: 'person' },
} satisfies Record<string, Limit>
