import { describe, expect, it } from 'vitest'
import { limits } from '../../src/contract/limits.ts'
import { rows } from './rows.ts'
import { newUser } from './user.ts'

describe('who goes over a limit is told so', () => {
  for (const [name, { over, told, options, isLong }] of Object.entries(rows)) {
    const { of } = limits[name as keyof typeof limits]
    it(of, { tags: isLong ? ['long'] : [] }, async () => {
      const user = await newUser(options)
      const heard = await over(user)
      expect(told.exec(heard)?.[0] ?? heard.slice(0, 500)).toMatch(told)
    })
  }
})
