import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as admissions from './admissions.ts'
import * as apiKeys from './api-keys.ts'
import * as audience from './audience.ts'
import * as audit from './audit.ts'
import * as blocks from './blocks.ts'
import * as captions from './captions.ts'
import * as collections from './collections.ts'
import * as checklists from './checklists.ts'
import * as comments from './comments.ts'
import * as accountDeletion from './account-deletion.ts'
import * as email from './email.ts'
import * as drafts from './drafts.ts'
import * as exports from './exports.ts'
import * as feed from './feed.ts'
import * as filters from './filters.ts'
import * as gate from './gate.ts'
import * as heldComments from './held-comments.ts'
import * as heldTips from './held-tips.ts'
import * as health from './health.ts'
import * as insights from './insights.ts'
import * as library from './library.ts'
import * as ledger from './ledger.ts'
import * as emails from './emails.ts'
import * as media from './media.ts'
import * as mediaHealth from './media-health.ts'
import * as moderation from './moderation.ts'
import * as silences from './silences.ts'
import * as passkeys from './passkeys.ts'
import * as notifications from './notifications.ts'
import * as playback from './playback.ts'
import * as payouts from './payouts.ts'
import * as posts from './posts.ts'
import * as previews from './previews.ts'
import * as revisions from './revisions.ts'
import * as profiles from './profiles.ts'
import * as promoCodes from './promo-codes.ts'
import * as reach from './reach.ts'
import * as simulator from './simulator.ts'
import * as saved from './saved.ts'
import * as search from './search.ts'
import * as site from './site.ts'
import * as siteSettings from './site-settings.ts'
import * as sources from './sources.ts'
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
import * as webhooks from './webhooks.ts'

/** The whole API on one page. The server registers exactly these; tests walk them. */
export const api = {
  site: {
    show: site.show,
    texts: site.texts,
    document: site.document,
    preview: site.preview,
    pictures: site.pictures,
    icon: site.icon,
    portrait: site.portrait,
    openapi: site.openapi,
    security: site.security,
  },
  siteSettings: {
    show: siteSettings.show,
    save: siteSettings.save,
    discard: siteSettings.discard,
    publish: siteSettings.publish,
    restore: siteSettings.restore,
    exportFile: siteSettings.exportFile,
    importFile: siteSettings.importFile,
    tryNow: siteSettings.tryNow,
  },
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
  heldComments: {
    rules: heldComments.rules,
    changeRules: heldComments.changeRules,
    tryWords: heldComments.tryWords,
    queue: heldComments.queue,
    approve: heldComments.approve,
    reject: heldComments.reject,
    mine: heldComments.mine,
    discard: heldComments.discard,
  },
  heldTips: { queue: heldTips.queue, approve: heldTips.approve, reject: heldTips.reject },
  gate: { unlock: gate.unlock },
  apiKeys: { list: apiKeys.list, create: apiKeys.create, revoke: apiKeys.revoke },
  admissions: {
    show: admissions.show,
    change: admissions.change,
    createCode: admissions.createCode,
    endCode: admissions.endCode,
    waitlist: admissions.waitlist,
    inviteWave: admissions.inviteWave,
    removeWaiting: admissions.removeWaiting,
    joinWaitlist: admissions.joinWaitlist,
    confirmPlace: admissions.confirmPlace,
    leaveWaitlist: admissions.leaveWaitlist,
  },
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
    decideMany: moderation.decideMany,
    undoDecisions: moderation.undoDecisions,
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
    openRemovals: twoFactor.openRemovals,
    sendRecoveryLink: twoFactor.sendRecoveryLink,
    recover: twoFactor.recover,
  },
  admin: {
    analytics: admin.analytics,
    users: admin.users,
    user: admin.user,
    sendPasswordLink: admin.sendPasswordLink,
    cancelSubscription: admin.cancelSubscription,
  },
  audit: { log: audit.log, staffLooks: audit.staffLooks },
  silences: {
    list: silences.list,
    start: silences.start,
    lift: silences.lift,
  },
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
    invitationLink: staff.invitationLink,
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
  library: {
    bookmark: library.bookmark,
    unbookmark: library.unbookmark,
    listBookmarks: library.listBookmarks,
    showHistory: library.showHistory,
    changeHistory: library.changeHistory,
    clearHistory: library.clearHistory,
  },
  search: { captions: search.captions, comments: search.comments, counts: search.counts },
  playback: { save: playback.save, list: playback.list },
  sources: { list: sources.list, joiners: sources.joiners },
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
    memberCount: subscriptions.memberCount,
    startCardUpdate: subscriptions.startCardUpdate,
    finishCardUpdate: subscriptions.finishCardUpdate,
    webhook: subscriptions.stripeWebhook,
  },
  promoCodes: {
    list: promoCodes.list,
    create: promoCodes.create,
    change: promoCodes.change,
    end: promoCodes.end,
    uses: promoCodes.uses,
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
    pin: posts.pin,
    unpin: posts.unpin,
    filterCounts: filters.showCounts,
    preview: previews.ofPost,
    countViews: views.count,
  },
  revisions: { list: revisions.list, restore: revisions.restore, removeFiles: revisions.removeFiles },
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
    edit: drafts.edit,
    unpublish: drafts.unpublish,
    duplicate: drafts.duplicate,
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
  collections: {
    list: collections.list,
    show: collections.show,
    save: collections.save,
    arrange: collections.arrange,
    remove: collections.remove,
  },
  comments: {
    list: comments.list,
    add: comments.add,
    show: comments.show,
    replies: comments.replies,
    remove: comments.remove,
    edit: comments.edit,
    withdraw: comments.withdraw,
    like: comments.like,
    unlike: comments.unlike,
    people: comments.people,
    mute: comments.mute,
    unmute: comments.unmute,
    listHidden: comments.listHidden,
    hide: comments.hide,
    unhide: comments.unhide,
    pin: comments.pin,
    unpin: comments.unpin,
    versions: comments.versions,
    inbox: comments.inbox,
    markAnswered: comments.markAnswered,
    markUnanswered: comments.markUnanswered,
  },
  captions: { save: captions.save, remove: captions.remove },
  feed: { showMark: feed.showMark, moveMark: feed.moveMark, showMissed: feed.showMissed },
  saved: { lend: saved.lend, renew: saved.renew, giveBack: saved.giveBack },
  media: {
    read: media.read,
    segment: media.segment,
    health: mediaHealth.health,
    tryAgain: mediaHealth.tryAgain,
  },
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
  checklists: {
    site: checklists.site,
    dismissSite: checklists.dismissSite,
    own: checklists.own,
    mark: checklists.mark,
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
    notices: notifications.notices,
    unreadNotices: notifications.unreadNotices,
    readNotices: notifications.readNotices,
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
  webhooks: {
    list: webhooks.list,
    create: webhooks.create,
    change: webhooks.change,
    rotateSecret: webhooks.rotateSecret,
    setState: webhooks.setState,
    remove: webhooks.remove,
    sendTest: webhooks.sendTest,
    deliveries: webhooks.deliveries,
    replay: webhooks.replay,
  },
  simulator: {
    show: simulator.show,
    advance: simulator.advance,
    causeFailure: simulator.causeFailure,
    choices: simulator.choices,
  },
} as const
