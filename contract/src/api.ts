import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as audience from './audience.ts'
import * as audit from './audit.ts'
import * as blocks from './blocks.ts'
import * as captions from './captions.ts'
import * as comments from './comments.ts'
import * as accountDeletion from './account-deletion.ts'
import * as email from './email.ts'
import * as drafts from './drafts.ts'
import * as exports from './exports.ts'
import * as feed from './feed.ts'
import * as gate from './gate.ts'
import * as health from './health.ts'
import * as insights from './insights.ts'
import * as ledger from './ledger.ts'
import * as emails from './emails.ts'
import * as media from './media.ts'
import * as mediaHealth from './media-health.ts'
import * as moderation from './moderation.ts'
import * as passkeys from './passkeys.ts'
import * as notifications from './notifications.ts'
import * as payouts from './payouts.ts'
import * as posts from './posts.ts'
import * as previews from './previews.ts'
import * as profiles from './profiles.ts'
import * as reach from './reach.ts'
import * as simulator from './simulator.ts'
import * as saved from './saved.ts'
import * as site from './site.ts'
import * as staff from './staff.ts'
import * as subscriptions from './subscriptions.ts'
import * as support from './support.ts'
import * as teasers from './teasers.ts'
import * as tips from './tips.ts'
import * as needsAttention from './needs-attention.ts'
import * as twoFactor from './two-factor.ts'
import * as uploads from './uploads.ts'
import * as views from './views.ts'
import * as watching from './watching.ts'

/** The whole API on one page. The server registers exactly these; tests walk them. */
export const api = {
  site: { show: site.show, portrait: site.portrait, openapi: site.openapi, security: site.security },
  teasers: {
    list: teasers.list,
    show: teasers.show,
    showClip: teasers.showClip,
    siteCard: teasers.siteCard,
    postCard: teasers.postCard,
    robots: teasers.robots,
    sitemap: teasers.sitemap,
  },
  health: { healthz: health.healthz, readyz: health.readyz, show: health.show },
  gate: { unlock: gate.unlock },
  support: {
    contact: support.contact,
    mine: support.mine,
    messages: support.messages,
    show: support.show,
    answer: support.answer,
    setState: support.setState,
  },
  moderation: {
    report: moderation.report,
    mine: moderation.mine,
    queue: moderation.queue,
    decide: moderation.decide,
    block: moderation.block,
    removePost: moderation.removePost,
    decideAppeal: moderation.decideAppeal,
    showAppeal: moderation.showAppeal,
    appeal: moderation.appealDecision,
  },
  accounts: {
    signedInUser: accounts.signedInUser,
    login: accounts.login,
    confirmIdentity: accounts.confirmIdentity,
    loginPage: accounts.loginPage,
    logout: accounts.logout,
    logoutLink: accounts.logoutLink,
    changePassword: accounts.changePassword,
    forgotPassword: accounts.forgotPassword,
    resetPassword: accounts.resetPassword,
    sendUnlockLink: accounts.sendUnlockLink,
    unlockSignIn: accounts.unlockSignIn,
    sendConfirmLink: accounts.sendConfirmLink,
    confirmEmail: accounts.confirmEmail,
    sessions: accounts.sessions,
    endSession: accounts.endSession,
    endOtherSessions: accounts.endOtherSessions,
  },
  email: {
    show: email.show,
    ask: email.ask,
    cancel: email.cancel,
    confirm: email.confirm,
    undo: email.undo,
    correct: email.correct,
  },
  twoFactor: {
    secondStep: twoFactor.secondStep,
    show: twoFactor.show,
    setUp: twoFactor.setUp,
    enable: twoFactor.enable,
    disable: twoFactor.disable,
    newBackupCodes: twoFactor.newBackupCodes,
    askForRemoval: twoFactor.askForRemoval,
    cancelRemovalFor: twoFactor.cancelRemovalFor,
    keep: twoFactor.keep,
    keepByLink: twoFactor.keepByLink,
  },
  admin: {
    analytics: admin.analytics,
    users: admin.users,
    user: admin.user,
    sendPasswordLink: admin.sendPasswordLink,
    cancelSubscription: admin.cancelSubscription,
  },
  audit: { log: audit.log, staffLooks: audit.staffLooks },
  blocks: {
    search: blocks.search,
    blocked: blocks.blocked,
    toggle: blocks.toggle,
    suspension: blocks.suspension,
  },
  passkeys: {
    beginSignIn: passkeys.beginSignIn,
    signIn: passkeys.signIn,
    beginConfirm: passkeys.beginConfirm,
    confirm: passkeys.confirm,
    list: passkeys.list,
    beginAdding: passkeys.beginAdding,
    add: passkeys.add,
    rename: passkeys.rename,
    remove: passkeys.remove,
  },
  staff: {
    list: staff.list,
    invite: staff.invite,
    withdraw: staff.withdraw,
    takeRole: staff.takeRole,
    showLink: staff.showLink,
    accept: staff.accept,
  },
  profiles: {
    update: profiles.update,
    uploadAvatar: profiles.uploadAvatar,
    removeAvatar: profiles.removeAvatar,
    showPrivacy: profiles.showPrivacy,
    changePrivacy: profiles.changePrivacy,
    show: profiles.show,
  },
  exports: { start: exports.start },
  reach: { content: reach.content, members: reach.members, watch: watching.watch },
  audience: {
    show: audience.audience,
    showAnswers: audience.showAnswers,
    changeAnswers: audience.changeAnswers,
  },
  subscriptions: {
    checkSignup: subscriptions.checkSignup,
    createIntent: subscriptions.createSubscriptionIntent,
    createUser: subscriptions.createUser,
    finishSignup: subscriptions.finishSignup,
    finishSignupLink: subscriptions.finishSignupLink,
    status: subscriptions.subscriptionStatus,
    checkAccess: subscriptions.checkAccess,
    details: subscriptions.subscriptionDetails,
    isResubscriber: subscriptions.isResubscriber,
    create: subscriptions.createSubscription,
    createAgain: subscriptions.createResubscription,
    cancel: subscriptions.cancelSubscription,
    resume: subscriptions.resumeSubscription,
    billingPortal: subscriptions.billingPortal,
    cancelPortal: subscriptions.cancelPortal,
    validateCoupon: subscriptions.validateCoupon,
    promoCodeUses: subscriptions.promoCodeUses,
    startCardUpdate: subscriptions.startCardUpdate,
    finishCardUpdate: subscriptions.finishCardUpdate,
    webhook: subscriptions.stripeWebhook,
  },
  posts: {
    list: posts.list,
    publish: posts.publish,
    show: posts.show,
    edit: posts.edit,
    remove: posts.remove,
    prepareAgain: posts.prepareAgain,
    like: posts.like,
    unlike: posts.unlike,
    preview: previews.ofPost,
    countViews: views.count,
  },
  drafts: {
    list: drafts.list,
    show: drafts.show,
    save: drafts.save,
    remove: drafts.remove,
    attachFile: drafts.attachFile,
    removeFile: drafts.removeFile,
    addPart: drafts.addPart,
    addAttachment: drafts.addAttachment,
    removePart: drafts.removePart,
    prepareAgain: drafts.prepareAgain,
    schedule: drafts.schedule,
    unschedule: drafts.unschedule,
    publish: drafts.publish,
    preview: previews.ofDraft,
  },
  accountDeletion: {
    show: accountDeletion.show,
    ask: accountDeletion.ask,
    undo: accountDeletion.undo,
    confirm: accountDeletion.confirm,
    confirmHere: accountDeletion.confirmHere,
    undoByLink: accountDeletion.undoByLink,
    list: accountDeletion.list,
  },
  comments: {
    list: comments.list,
    add: comments.add,
    show: comments.show,
    replies: comments.replies,
    remove: comments.remove,
    inbox: comments.inbox,
    markAnswered: comments.markAnswered,
    markUnanswered: comments.markUnanswered,
  },
  captions: { save: captions.save, remove: captions.remove },
  feed: { showMark: feed.showMark, moveMark: feed.moveMark, showMissed: feed.showMissed },
  saved: { lend: saved.lend, renew: saved.renew, giveBack: saved.giveBack },
  media: { read: media.read, health: mediaHealth.health, tryAgain: mediaHealth.tryAgain },
  uploads: {
    rules: uploads.rules,
    limits: uploads.limits,
    begin: uploads.begin,
    progress: uploads.progress,
    proceed: uploads.proceed,
    cancel: uploads.cancel,
  },
  tips: {
    send: tips.send,
    method: tips.method,
    refresh: tips.refresh,
    received: tips.received,
    sent: tips.sent,
    acknowledge: tips.acknowledge,
  },
  insights: {
    overview: insights.overview,
    recurring: insights.recurring,
    retention: insights.retention,
    lifetime: insights.lifetime,
    revenue: insights.revenue,
    rows: insights.rows,
    rowsCsv: insights.rowsCsv,
  },
  needsAttention: { show: needsAttention.show, forAdmin: needsAttention.forAdmin },
  ledger: {
    books: ledger.books,
    checkBooks: ledger.checkBooks,
    alerts: ledger.alerts,
    resolveAlert: ledger.resolveAlert,
    retryEvent: ledger.retryEvent,
    payments: ledger.payments,
    refund: ledger.refund,
  },
  payouts: {
    overview: payouts.overview,
    show: payouts.show,
    lines: payouts.lines,
    csv: payouts.csv,
    approve: payouts.approve,
    sendByHand: payouts.sendByHand,
    record: payouts.record,
    takeBack: payouts.takeBack,
    showTerms: payouts.showTerms,
    changeTerms: payouts.changeTerms,
    showAccount: payouts.showAccount,
    setAccount: payouts.setAccount,
    makeTestAccount: payouts.makeTestAccount,
  },
  notifications: {
    show: notifications.show,
    change: notifications.change,
    pushKey: notifications.pushKey,
    addPush: notifications.addPush,
    removePush: notifications.removePush,
    showUnsubscribe: notifications.showUnsubscribe,
    unsubscribe: notifications.unsubscribe,
    resubscribe: notifications.resubscribe,
  },
  emails: {
    show: emails.show,
    tryAgain: emails.tryAgain,
    examples: emails.examples,
    exampleHtml: emails.exampleHtml,
  },
  simulator: {
    show: simulator.show,
    advance: simulator.advance,
    causeFailure: simulator.causeFailure,
    choices: simulator.choices,
  },
} as const
