import type { Body, Imitation } from './recording-server.ts';

/*
 * Our own servers that decide by the same fields as public servers of the original service, found in
 * tmikeschu/clinc-bizlo, tmikeschu/clinc-serverless, RajanMehtaClinc/aixd-bls, quyuyi/convoAI-travel-agent
 * and sotch-pr35mac/clinc-business-logic-server-template-python.
 */

const valuesOf = (body: Body): Body[] => Object.values<Body>(body.slots).flatMap(({ values }) => values);

const confirmAll = (body: Body): void => {
  for (const value of valuesOf(body)) value.resolved = 1;
};

const respond = (body: Body, data: Body): Body => {
  body.response_slots = { response_type: body.state, speakables: data, visuals: data };
  return body;
};

/** Recognizes a transfer by its intent label, and fills in the account whose balance was asked for. */
export const labelledTransfer: Imitation = (body) => {
  if (body.intent === 'get_balance_to_acct_transfer') {
    const account = body.slots._ACCT_TYPE_;
    delete body.slots._ACCT_TYPE_;
    if (!body.slots._DESTINATION_ACCT_) body.slots._DESTINATION_ACCT_ = account;
    else if (!body.slots._SOURCE_ACCT_) body.slots._SOURCE_ACCT_ = account;
    for (const slot of Object.keys(body.slots)) body.slots[slot].values[0].resolved = 1;
    return body;
  }
  if (body.state === 'get_balance' && body.slots._ACCT_TYPE_) {
    const account = body.slots._ACCT_TYPE_.values[0].tokens;
    const balance = ({ checking: 123, savings: 3000 } as Body)[account];
    confirmAll(body);
    return respond(body, { balance, not_found: !balance, account });
  }
  return undefined;
};

/** Makes a confirmed transfer, and moves on to `transfer_balance`, for which it must be called again. */
export const transferThenBalance: Imitation = (body) => {
  const balances: Body = { checking: 100, savings: 500 };
  if (body.state === 'transfer_balance') {
    const [source] = body.slots._SOURCE_ACCT_.values;
    Object.assign(source, { resolved: 1, balance: balances[source.tokens] });
    return body;
  }
  if (body.state !== 'acct_transfer_confirmed') return undefined;
  const [source, destination, amount] = ['_SOURCE_ACCT_', '_DESTINATION_ACCT_', '_AMOUNT_'].map(
    (slot) => body.slots[slot].values[0].tokens,
  );
  const transfer: Body = { source, destination, amount: Number(amount), resolved: 1 };
  body.slots._TRANSFER_ = { values: [transfer] };
  if (balances[source] > transfer.amount) {
    transfer.success = true;
    body.state = 'transfer_balance';
  } else transfer.error = 'insufficient funds';
  return body;
};

/** Reads the kind of detail from the mapper's field; at an author's intent label, the query is the detail. */
export const mappedDetails = (): Imitation => {
  const account = { phone: '987 987 9877', defaultEmail: 'default@example.com' };
  const takeWords = (body: Body) => {
    for (const value of valuesOf(body))
      Object.assign(value, { resolved: 1, value: value.value ?? value.tokens });
  };
  return (body) => {
    if (body.state === 'change_details') {
      if (['phone_number_update', 'email_update'].includes(body.intent)) {
        const values = [{ resolved: 1, value: body.query.toUpperCase() }];
        body.slots._DETAIL_VALUE_ = { type: 'string', values };
        return body;
      }
      takeWords(body);
      return body;
    }
    if (body.state !== 'change_details_confirmed') return undefined;
    takeWords(body);
    const kind = body.slots._DETAIL_TYPE_.values[0].detail_type_dest;
    if (kind === 'phone') {
      const phone = body.slots._DETAIL_VALUE_.values[0].value;
      const data = { response_key: 'UPDATED_PHONE', new_phone: phone, old_phone: account.phone };
      account.phone = phone;
      return respond(body, data);
    }
    if (kind === 'email') body.slots._DETAIL_TYPE_.values[0].default_email = account.defaultEmail;
    return body;
  };
};

/** Requires a one-time code for the numbers of the account that the mapper names. */
export const oneTimeCode: Imitation = (body) => {
  const numbers: Body = { checking: { account_number: 4321, routing_number: 1234 } };
  const [account = {}] = body.slots._ACCOUNTS_?.values ?? [];
  const type = account.account_dest || account.tokens;
  const confirm = (data: Body) => {
    body.slots._ACCOUNTS_ = { ...body.slots._ACCOUNTS_, values: [{ ...account, ...data, resolved: 1 }] };
    return body;
  };
  if (body.state === 'account_and_routing_number') {
    if (type && account.resolved === -1) {
      body.state = 'account_and_routing_number_otp';
      return confirm(numbers[account.account_dest] ?? { no_account: true });
    }
    return account.authenticated ? confirm({}) : undefined;
  }
  if (body.state !== 'account_and_routing_number_otp') return undefined;
  if (body.query === '123456') {
    body.state = 'account_and_routing_number';
    return confirm({ authenticated: true });
  }
  if (body.intent === 'account_and_routing_number_otp_update') return confirm({ error: true });
  return body.intent.includes('account_and_routing_number_start') ? confirm({}) : undefined;
};

/** Dispatches on state and intent, and confirms the values of every other call. */
export const stateAndIntentTable: Imitation = (body) => {
  const blindly = () => {
    for (const value of valuesOf(body)) {
      if ('status' in value) value.status = 'CONFIRMED';
      else value.resolved = 1;
      if (!('value' in value)) value.value = value.tokens;
    }
    return body;
  };
  const confirmed = (value: string) => ({
    type: 'string',
    values: [{ status: 'CONFIRMED', tokens: value, value }],
  });
  const balance = () => {
    if (Object.keys(body.session_info).length === 0) {
      body.session_info.is_authenticated = false;
      body.state = 'identity_verification';
    } else if (body.session_info.is_authenticated) body.slots._BALANCE_ = confirmed('2000.00');
    blindly();
    body.slots._INITIAL_INTENT_ = confirmed('get balance');
    return body;
  };
  const identity = () => {
    if (body.slots._PERSON_NAME_ && body.slots._PHONE_NUMBER_)
      Object.assign(body.session_info, { is_authenticated: true, user_id: 123456 });
    if (body.slots._INITIAL_INTENT_?.values[0].value === 'get balance') body.state = 'get_balance';
    return body;
  };
  const table: Record<string, Record<string, () => Body>> = {
    get_balance: { get_balance_start: balance, cs_yes: balance },
    identity_verification: { get_balance_start: identity },
    confirm_details: { cs_yes: identity },
  };
  return (table[body.state]?.[body.intent] ?? blindly)();
};

/** Uses the oldest format, in which a slot's values are its `candidates`. */
export const oldestForm: Imitation = (body) => {
  const wordsOf = (slot: string) => (slot in body.slots ? body.slots[slot].candidates[0].tokens : null);
  const [type, city, price] = ['_TRANSACTION_TYPE_', '_LOCATION_', '_PRICE_'].map(wordsOf);
  for (const slot of Object.keys(body.slots)) {
    for (const candidate of body.slots[slot].candidates ?? [])
      Object.assign(candidate, { resolved: 1, value: candidate.tokens });
  }
  const added = (value: unknown) => ({
    candidates: [{ resolved: 1, value }],
    required_matches: 'EQ 1',
    type: 'string',
  });
  if (type === 'express deal' && city && price) {
    body.slots._HOTEL_RATING_ = added(4);
    body.slots._HOTEL_TYPE_ = added('guesthouse');
  }
  return body;
};
