/*
 * What holds until an admin changes it at /admin/site. Plain data only. It claims nothing: null takes what the site
 * knows itself. A club that lives in git changes it here and restarts. The demo club's own is in demo/.
 */

type Text = string | null

type Site = {
  name: string
  /** The mailbox for support. Without one, messages from the contact form go to the admins. */
  supportEmail: Text
  /** null and an empty bio take what the creator's account says: name, picture and bio. */
  creator: {
    name: Text
    tagline: string
    bio: string[]
    portraitUrl: Text
    followers: number | null
  }
  /**
   * A text is shown as written, and you answer for it. null takes the number the site counts itself, from `fewestShown`
   * on, and shows nothing where the site has no count.
   */
  figures: Record<
    'posts' | 'followers' | 'members' | 'rating' | 'support' | 'signupMembers' | 'signupToday',
    Text
  >
  fewestShown: number
}

export const site: Site = {
  name: 'Touchline',
  supportEmail: null,
  creator: {
    name: null,
    tagline: '',
    bio: [],
    portraitUrl: null,
    followers: null,
  },
  figures: {
    posts: null,
    followers: null,
    members: null,
    rating: null,
    support: null,
    signupMembers: null,
    signupToday: null,
  },
  fewestShown: 10,
}

/** The fixed sentence about who runs the platform; it stands wherever people sign in or pay. */
export const disclaimer =
  'This is an independent platform. The creator does not own or control it and is not responsible for moderation, operations or technical issues.'
