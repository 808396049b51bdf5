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
    ['of letters and digits by turns, wherever it stands', 'Hi', 'Hello Ada, X7K9QZ.', 'X7K9QZ'],
    ['in two groups of four', 'Sign in', 'Your code is 1234 5678', '12345678'],
    ['of letters and digits in groups', 'Sign in', 'Your code is ABC-123', 'ABC-123'],
    ['as a value', 'Sign in', 'Paste code=482913 into the app', '482913'],
    ['in the sentence after the word for it', 'Hi', 'This is your code. 482913.', '482913'],
    ['between Japanese words', '', '確認コードは482913です', '482913'],
    ['in Japanese quotes', '', 'ワンタイムパスワード「482913」を入力してください。', '482913'],
    ['between Chinese words', '', '您的验证码是482913，5分钟内有效。', '482913'],
    ['before a Korean ending', '', '인증번호는 482913입니다', '482913'],
    ['in Russian', '', 'Ваш код: 482913', '482913'],
    ['in German', 'Anmeldung', 'Ihr Bestätigungscode lautet: 483920', '483920'],
    ['in Spanish', 'Hola', 'Tu código es 483920', '483920'],
    ['after an account', 'Hi', 'Your one time pin for account 00123456 is 7781', '7781'],
    ['of an account', 'Hi', 'Your account code is 483920.', '483920'],
    ['after the account that it verifies', 'Hi', 'Verify your account: 483920', '483920'],
    [
      'below the account that it is for',
      'Hi',
      'Here is the code for your account:\n483920',
      '483920',
    ],
    ['of a membership', 'Hi', 'Your membership code is 483920', '483920'],
    ['of a member', 'Hi', 'Dear member, enter 483920 to sign in.', '483920'],
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
    [
      'is of a customer',
      'Ihr Login ist bereit. Kundennr. 88997766. Auftragsnr. 445566. Mitgliedsnummer: 4471829',
    ],
    ['is of an account', 'We reset the password of account 4471829. Your membership no. 123456'],
    ['is an amount', 'Log in to pay the invoice of 20261128, amount 1299, total: 2599'],
    ['is a postal code or a voucher', 'Springfield, zip code 12345. Promo code SAVE2024'],
    [
      'is a part of an address',
      'https://a.example/verify/123456 www.a.example/445566 u1234@a.example',
    ],
    ['is a part of a path without a scheme', 'a.example/verify/123456?code=445566'],
    ['is a colour or a rule of CSS', '#123456 #abc123 .code { width: 1234px; margin: 4567; }'],
    ['is a piece of something longer', '1234567890 ABC_1234 12.3456 1234.56 12345678-1234 50000%'],
    ['is a name with a digit in a sentence', 'It is utf8 with h264 and mp3s'],
    ['is a part of a longer number', 'Your code is 123 456 789, card 4111 1111 1111 1111'],
    ['is a part of an IBAN', 'Pay to DE89 3704 0044 0532 0130 00 or GB82 WEST 1234 5698 7654 32.'],
    [
      'is a part of a postal address',
      '1600 Amphitheatre Parkway, Mountain View, CA 94043\n12 rue de la Paix, 75001 Paris\nHauptstraße 1234, 10115 Berlin',
    ],
    ['has another name on the line above', 'Order number\n\n88127341\n\nZip code\n\n94043'],
    [
      'is a Japanese price, order or product',
      '合計1200円。注文番号は12345678です。商品コード123456',
    ],
    ['is a number that nothing calls a code', 'Room for 12345 people'],
    ['is a date in letters', 'Depart 12OCT24, arrive 13OCT24'],
    ['has letters only', 'Your code is WELCOME'],
  ])('%s', (_what, text) => {
    expect(findCodes('Hello', text)).toEqual([])
  })
})

it('lists all codes once, the likelier ones first', () => {
  const text =
    'Room for 12345 people.\nYour code: 483920\nAgain: 483920\nOld code was 771100 last week'
  expect(findCodes('', text)).toEqual(['483920', '771100'])
})

it('takes no postal code for a code because the sentence before has one', () => {
  const text = 'Your code is 482913. Acme SAS, 12 rue de la Paix, 75001 Paris'
  expect(findCodes('', text)).toEqual(['482913'])
})

describe('of a long text, the first 20,000 characters', () => {
  const CODE = 'Your code is 482913'
  const startingAt = (at: number) =>
    `${'word word\n'.repeat(5_000).slice(0, at - 1)}\n${CODE}\nBye\n`

  it.each([
    ['are searched', 5_000, ['482913']],
    ['are searched to their end', 20_000 - CODE.length - 1, ['482913']],
    ['end before a number that they would cut', 20_000 - CODE.length + 2, []],
    ['are all that is searched', 20_001, []],
  ])('%s', (_what, at, codes) => {
    expect(findCodes('', startingAt(at).padEnd(40_000, 'word\n'))).toEqual(codes)
  })
})
