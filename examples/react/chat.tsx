import type {} from '@parley/client/chat-react';
import { useEffect, useState } from 'react';

export function Chat() {
  const [competency, setCompetency] = useState('');
  useEffect(() => {
    if (customElements.get('parley-chat')) return;
    const script = document.createElement('script');
    script.src = 'https://parley.example/v1/chat.js';
    document.head.append(script);
  }, []);
  return (
    <parley-chat
      app-key="cak_…"
      application="prod:bank"
      launcher
      theme="light"
      data-competency={competency}
      onparley-answer={({ detail }) => setCompetency(detail.competency)}
    />
  );
}
