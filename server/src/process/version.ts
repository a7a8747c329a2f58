import project from '../../package.json' with { type: 'json' }

export const { version } = project
