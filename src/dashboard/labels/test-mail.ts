/** The mail that a tester sends to see where it arrives. */
export const testMail = { subject: 'Confirm your address', text: 'Your code is 482913.' }
