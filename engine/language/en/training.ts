import { lines, type TrainingRows } from '../training-rows.ts';

export const training: TrainingRows = {
  code: 'en',
  hasDataSets: true,
  inflection: null,
  outOfScope: lines(`
how many moons does saturn have
why does bread rise in the oven
who painted the ceiling of that chapel in rome
what is the difference between a crow and a raven
how do vaccines train the immune system
which planet spins the fastest
what causes the northern lights
who was the first woman to fly across an ocean
how deep is the deepest lake on earth
explain photosynthesis to a six year old
what is a black hole made of
how are diamonds formed underground
name three rivers in south america
what does the word ephemeral mean
is glass a liquid or a solid
how do you prune rose bushes in autumn
what glue works best on leather
how do i stop a door from squeaking
can i compost citrus peel
how do i sharpen a kitchen knife with a stone
what grit of sandpaper should i use before varnish
how do i remove a stripped screw
why are the leaves on my basil turning black
how do i get candle wax out of a tablecloth
what is the easiest way to fold a fitted sheet
how do i teach a parrot to talk
my dog will not stop chewing his paw
is it safe to give honey to a hamster
how long do goldfish live
how often should a horse be shod
what breed of cat has no tail
should i learn the piano or the violin first
how do i hold a guitar pick
what key is this melody in
who composed the four seasons
how many strings does a harp have
which film won best picture last year
who plays the villain in the new superhero movie
when does the next season of that show start
is the book better than the film
recommend a novel set in the desert
who wrote the poem about two roads
what is the plot of hamlet
who won the football match last night
how is offside decided
what is a good time for a first marathon
how do i do a proper push up
how high is a basketball hoop
who holds the world record in the high jump
what is the score right now
how many players are on a rugby team
what does love mean in tennis
explain the rules of cricket
how do i castle in chess
what are the odds of a full house
how do i beat the last boss in this game
which console has the best exclusives
what is the largest prime number known
how do i solve a quadratic equation
what is the derivative of sine
how many sides does a dodecagon have
prove that there are infinitely many primes
what is the boiling point of ethanol
balance this chemical equation
how do i write a for loop in python
what does this stack trace mean
how do i undo the last commit
which sorting algorithm is the fastest
how do i install a second hard drive
why does my printer print blank pages
how do i reset the router in the attic
what is the best free photo editor
how do i crop a video
can you write an essay about the roman empire
write a haiku about autumn rain
compose a short speech for a retirement party
draw me a picture of a dragon
make up a story about a lost robot
sing happy birthday in a deep voice
who is going to win the election
what did the senator say about the bill
how does a bill become law
who is the prime minister of canada
what is the capital of mongolia
when did the berlin wall come down
who signed the magna carta
how long did the hundred years war last
why did the roman empire fall
what language is spoken in greenland
how many time zones does russia have
what currency did italy use before
is there life on other planets
what happens after we die
do you believe in ghosts
what is the meaning of suffering
should i forgive my brother
how do i make friends in a new city
i feel lonely tonight
my neighbour keeps playing drums at midnight
my sister is getting married in june
how do i write a condolence card
what should i name my baby
how do i get a toddler to sleep
when do babies start to crawl
what is a normal resting heart rate
how do i treat a sprained ankle
is a rash on the elbow dangerous
how much water should an adult drink
does green tea have caffeine
what foods are high in iron
how do i pick a ripe melon
what wine goes with grilled fish
how long do i boil a soft egg
what can replace buttermilk in pancakes
how do i keep guacamole from going brown
what is the best way to clean a cast iron pan
which mushrooms are poisonous
how do i build a campfire in the rain
what knot should i use to tie a boat
how do i read a topographic map
which way is north
how do i patch a tent
what bait works for trout
how do i wax a snowboard
what is the tallest mountain in africa
are there sharks in the baltic sea
how fast does a cheetah run
why do cats purr
how do bees make honey
what do owls eat
how do whales sleep
what is the national bird of india
which dinosaur had three horns
how old is the universe
who discovered penicillin
who invented the zipper
how does a steam engine work
how do noise cancelling headphones work
what is the speed of sound
how do magnets work
how do i wire a three way switch
how much paint do i need for a small bedroom
what colour curtains go with grey walls
how do i lay laminate flooring
how do i get rid of ants in the pantry
when should i plant tulip bulbs
how do i grow tomatoes on a balcony
what is the best fertiliser for a lawn
how do i change the oil in a lawn mower
what does the yellow light on my dashboard mean
how do i parallel park
which motorbike is good for beginners
how do electric engines work
what is the fine for parking on the pavement
can my landlord keep my deposit
how do i get a divorce
how do i write a will
is it legal to record a conversation
how do i become a firefighter
what does an actuary do
how do i ask my boss for a quieter desk
what should i wear to a garden wedding
how do i tie a bow tie
how do i get ink out of a shirt pocket
how do i fix a broken zipper
what size needle do i need for denim
how do i knit a scarf
how do i make soap at home
how do i make a paper crane
what is the best camera for beginners
how do i photograph the moon
which museum has the egyptian mummies
what time does the library close
where can i donate old clothes
is there a farmers market near here
what is open on christmas day
where is the nearest swimming pool
how do i get to the old town on foot
which church has the tall spire
the quick brown fox jumps over the lazy dog
lorem ipsum dolor sit amet
asdf qwer zxcv
blah blah blah
one potato two potato
purple elephants dancing slowly
nothing makes sense in the morning
the sky was green when i was young
i think he left his umbrella there
she said it would be fine
we went for a walk by the river
they never told us about the bridge
my grandmother used to bake on sundays
it reminds me of an old song
that was a strange dream
I painted the fence yesterday
the train was full of tourists
the baby is finally asleep
stop staring at me
pass the salt please
who let the dogs out
look at that sunset
there is a spider in the bath
something smells odd in here
`),
  streets: {
    form: '{number} {name} {kind}',
    kinds: [
      'Street',
      'Road',
      'Lane',
      'Avenue',
      'Close',
      'Drive',
      'Way',
      'Court',
      'Place',
      'Square',
      'Crescent',
      'Terrace',
    ],
    names: lines(`
Abbey
Alma
Beech
Bridge
Chapel
Cherry Tree
Church
Duke
Elm
Farm
George
Green
Grove
Hawthorn
High
Hillside
King
Lime
London
Mill
Market
Nelson
New
North
Oak
Orchard
Park
Queens
Richmond
Riverside
School
Spring
St John's
Station
Sunny
Victoria
Water
West
Windmill
York
`),
  },
  interjections: lines(`
hiya
heya
hey there
morning
hey
hi there
hello
good morning
evening all
oh
oh dear
oh well
oops
ugh
um
uh
hm
well
right
so
okay so
ah
ah right
gosh
crikey
wow
damn
argh
alright
great
fine
lovely
listen
look
`),
  mentions: lines(`
my nephew has chickenpox
our landlord is away until sunday
the plumber is coming that morning
my boss wants the receipt
we have a puppy now
is there somewhere to leave a pram
we're flying in from madrid
the bus from york is always late
do you have a car park
the kids have football practice
my husband is working nights
there's a strike on the trains
do you take dogs
what does the deposit come to
my doctor said i should rest
we're new in town
my girlfriend has a gluten allergy
does it come with breakfast
i'm standing in the rain here
the school rang about my daughter
we just got back from portugal
our au pair is leaving
my dad is in a wheelchair
can i bring my own food
i'm calling from the office
my ex has the keys
the baby is teething
it's our anniversary
a friend of mine recommended you
my colleague from berlin is visiting
the cat got into the garage
we had guests from canada
how much is the late fee
are there any lockers
the parcel went to the neighbours
my mother in law is staying with us
do you sell vouchers
i've got a meeting at the bank
our tenants moved out
is the pool heated
we're having the bathroom done
my twins are starting nursery
they cancelled our flight to rome
my team is coming down from edinburgh
i've just had surgery on my knee
is the museum shop open
my flatshare has a party that night
the vet gave him an injection
our accountant needs an invoice
do you have vegetarian food
i work at the hospital
we've got tickets for the theatre
is there a bus from the station
my uncle used to come to you
my english isn't great
i'm on my lunch break
we're a charity
our choir sings that evening
the apple tree came down in the storm
our dog is scared of children
is the heating included
my manager from head office is here
we used to live in bristol
there's snow on the road
is that with or without vat
my partner is pregnant
i bought it from amazon
the guy at reception was rude
my kids are vegetarian
our club plays on the lawn next door
a client from tokyo might join us
my stepson is learning to drive
the ambulance came last night
how far is the airport
can a grandparent sign the form
the bride is my cousin
our office moved to leeds
the teacher said it was fine
the garden is a jungle
my sister in law is a nurse
what's the cancellation policy
my cleaner comes on mondays
we have relatives over from ireland
the builders start at seven
is parking extra
i'm the treasurer of the chess club
our company is based in vienna
`),
  remarks: lines(`
I don't want to answer that
I hate forms
I need a prescription
I restarted it twice
I said no to the paper bill when I signed
I wasn't trying to pay anyone
I won't go on with it
I won't pay that
I wouldn't know
I'd like to join the library
I'd rather not
I'll be off then
I'll collect it
I'll live without, end it there
I'm baffled
I'm done with this
I'm getting there
I'm giving up
I'm going in
I'm not following
I've come round to it
a step back
a twin
abort the lot
actually I want the other one
against my better judgement, go
agent please
ah go on
ah never mind
any of those
any one is fine
any time works
are you a machine
at that price i'm not going at all
at your convenience, whichever you prefer
been meaning to do that for ages
been one of those days
best not
bin it for me
bit louder please
can I talk to the manager
can't remember, give me a minute
can't take it with you, yes
change is hard
check again it's wrong
close both my accounts
cold, very cold
collect in store instead
connect me to the desk
correct so far, finish it
crack on, ta
darn tootin
deactivate my sim
dealer's choice
definitely, we carry a lot
do as you see fit, i'm easy
do it, I'm so excited
don't ask me that
don't bother, jim's got a spare
don't go ahead with that
don't keep me waiting
don't send that, there's a mistake
don't worry
edit my order
fair play, do that
for that money i'd be daft not to
for that money no way
found it under the sofa, you can stop
go back a step
god bless you
good night
got it, now remind me tomorrow
great, thank you so much
guess not
how cold will it get tonight
how's it going
i am, to tell the truth, not bothered
i'd need my husband's signature and he's on an oil rig
i'd rather you kept it
is it fine to bring a stroller
is it ok if I come late
is there a bag included
is there a restart fee
is there food on it
it can wait
it is what it is, carry on
it's a present
it's not to be touched
it's personal
it's upstairs, let me run up
ive just seen the rash is gone
just give me any
just so
kya bola
later mate
leave it blank
leave well alone
let it be so
let's come back to that later
let's leave it there
life's full of surprises
mail it
makes no never mind to me
mind your own business
my bank manager will cry, yes
my help came today, house is clean
my inbox is full enough
my savings are just lying around
my toddler says no to everything
my usual one
my wife swears by that place
naw, no the day
never had it so easy
nice one, laters
nice one, yes
nil by me
no bother on my part, carry on with it
no clue
no extras
no idea, what would you recommend
no relation to the singer
no sir
no that's all as I want it, send it off
no time for this now, drop it
no, but I'd like to book a taxi
no, but thanks a lot for your help
nope, I want to track a parcel
not gonna argue
not required
not telling
not the first the second
nothing please
oh look the confirmation's arrived, must have done it yesterday
one thing at a time
our old one's got holes in
pass on that one
pencil me in
perfect, thanks, bye
please guide
pls confirm
put it on ice
reet, do it
remind me to say thank you to gran
reset my pin
resume the movie
return both
saturday's too busy, tuesday
second attempt, from the start
set up a standing order for the rent
shorten it by a day
slow and steady
sorry I didn't catch that
sorry forget it
sounds good
speak soon
still scratching our heads
sure how does it work in winter though
sweet yes
take back what I asked for
take two
tell me the weather
thank you
thanks for sorting it
that is wrong
that's a good question
that's my brother, not me
that's not going to work
that's us
that's very kind of you
that's wrong, useless bot
the deal's fallen through, no transfer needed
the fastest one
the other driver is paying for everything
the roads here are terrible
the trip's off, forget it
the usual
the week after that is better
there's a typo in my name
tickets look right, get them
toss it all
total blank
until next time
upgrade my plan
vice versa
w, yes
we can do that later, go on
we'll be thirsty after the match
we'll leave it at that
we're all set
wey aye man
what about a smaller one
what is the status of my application
whatever tickles your fancy
with a sea view
wrong number, pardon me
yes please with ice
yes yes correct only
yes... no, better not
you heard right
you've swapped them
`),
};
