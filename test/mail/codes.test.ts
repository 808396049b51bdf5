import { describe, expect, it } from 'vitest'
import { findCodes } from '../../src/mail/find-codes.ts'

describe('the likeliest code of a mail', () => {
  it.each([
    ['after the word for it', 'Hi', 'Your verification code is 483920.', '483920'],
    ['before the word for it', 'Hi', '483920 is your code. It expires in 10 minutes.', '483920'],
    [
      'on a line of its own',
      'Hi',
      'Welcome to Acme, since 1234 days.\n\n  483920\n\nBye',
      '483920',
    ],
    ['in the subject', '483920 is your Acme code', 'Hello Ada, you asked for it.', '483920'],
    ['of four digits', 'Sign in', 'PIN: 4711', '4711'],
    ['of eight digits', 'Sign in', 'One-time password: 12345678', '12345678'],
    ['of letters and digits', 'Sign in', 'Enter the code\n\nX7K9QP\n', 'X7K9QP'],
    ['of small letters and digits', 'Sign in', 'Use this token: a1b2c3d4', 'a1b2c3d4'],
    ['in two groups, as it is typed', 'Sign in', 'Your code is 123 456', '123456'],
    ['with a prefix, as it is typed', 'G-482913 is your verification code', '', '482913'],
    ['that looks like a year, where it can only be the code', 'Hi', 'Your PIN is 2024', '2024'],
    ['in bold', 'Hi', 'Your code: **483920**', '483920'],
    ['in German', 'Anmeldung', 'Ihr Bestätigungscode lautet: 483920', '483920'],
    ['in Spanish', 'Hola', 'Tu código es 483920', '483920'],
    [
      'among other numbers',
      'Your order 20231105 at Acme',
      [
        'Order number 88127341 of May 5, 2024 for $1299.00 or 1299 EUR',
        'Call +1 555 010 4477 or (0800) 123 4567.',
        'https://acme.example/orders/774411?code=991122',
        'To confirm it, enter this code:',
        '',
        '305816',
      ].join('\n'),
      '305816',
    ],
  ])('is the one %s', (_where, subject, text, code) => {
    expect(findCodes(subject, text)[0]).toBe(code)
  })
})

describe('no code', () => {
  it.each([
    ['is a year', '© 2019-2024 Acme. See you in 2025.'],
    ['is a day', 'On 2024-05-01, or 20240501, at 12:30'],
    ['is a price', 'Only $1299, €4500, 1299 EUR, 2,500.00 USD or 3000 dollars'],
    ['is a phone number', 'Call +49 30 12345678, (030) 1234567, 555-010-4477 or 030/123456'],
    ['is an order', 'Order 123456, invoice no. 445566, ticket #778899, tracking number: 12345678'],
    ['is a postal code or a voucher', 'Springfield, zip code 12345. Promo code SAVE2024'],
    [
      'is a part of an address',
      'https://a.example/verify/123456 www.a.example/445566 u1234@a.example',
    ],
    ['is a part of a path without a scheme', 'a.example/verify/123456?code=445566'],
    ['is a colour or a rule of CSS', '#123456 #abc123 .code { width: 1234px; margin: 4567; }'],
    ['is a piece of something longer', '1234567890 ABC_1234 12.3456 1234.56 12345678-1234 50000%'],
    ['is a name with a digit in a sentence', 'It is utf8 with h264 and mp3s'],
    ['has letters only', 'Your code is WELCOME'],
  ])('%s', (_what, text) => {
    expect(findCodes('Hello', text)).toEqual([])
  })
})

it('lists all codes once, the likelier ones first', () => {
  const text =
    'Room for 12345 people.\nYour code: 483920\nAgain: 483920\nOld code was 771100 last week'
  expect(findCodes('', text)).toEqual(['483920', '771100', '12345'])
})
