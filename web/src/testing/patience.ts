import { configure } from '@testing-library/react'

// Timeouts assert nothing about speed; they only end a test whose condition never holds.
configure({ asyncUtilTimeout: 120_000 })
