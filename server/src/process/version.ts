import project from '../../package.json' with { type: 'json' }

/** The version of Touchline. */
export const { version } = project
