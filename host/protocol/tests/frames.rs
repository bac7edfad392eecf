// SPDX-License-Identifier: Apache-2.0
//! Frames survive the way through a byte stream, or fail with an error that says how.

use std::io::{Cursor, Read};

use proptest::prelude::*;
use warpsmith_protocol::*;

fn regions() -> impl Strategy<Value = Region> {
    any::<[u64; 4]>().prop_map(|[address, pitch, width, height]| Region { address, pitch, width, height })
}

fn requests() -> impl Strategy<Value = Request> {
    prop_oneof![
        Just(Request::LoadModule),
        any::<u64>().prop_map(|bytes| Request::Allocate { bytes }),
        (regions(), any::<u64>()).prop_map(|(to, stream)| Request::Write { to, stream }),
        any::<bool>().prop_map(|blocking| Request::CreateStream { blocking }),
        any::<[u64; 2]>().prop_map(|[event, stream]| Request::WaitEvent { event, stream }),
        (regions(), regions()).prop_map(|(to, from)| Request::Copy { to, from, stream: 0 }),
        (regions(), any::<u8>()).prop_map(|(to, value)| Request::Fill { to, value, stream: 0 }),
        (any::<[u32; 8]>(), any::<u64>()).prop_map(|(n, dynamic_shared)| Request::Launch {
            module: n[0],
            kernel: n[1],
            grid: [n[2], n[3], n[4]],
            block: [n[5], n[6], n[7]],
            dynamic_shared,
            stream: 3,
        }),
    ]
}

fn bulk() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..300)
}

fn encoded(request: &Request, bulk: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    Channel::new(&mut bytes).send(request, bulk).expect("short enough");
    bytes
}

proptest! {
    #[test]
    fn a_sequence_of_frames_arrives_as_sent(frames in proptest::collection::vec((requests(), bulk()), 0..6)) {
        let bytes: Vec<u8> = frames.iter().flat_map(|(request, bulk)| encoded(request, bulk)).collect();
        let mut channel = Channel::new(Cursor::new(bytes));
        prop_assert!(!channel.has_received());
        let mut data = vec![1, 2, 3];
        for (request, bulk) in &frames {
            let received = channel.receive::<Request>().unwrap();
            prop_assert_eq!(received.as_ref(), Some(request));
            channel.receive_bulk(&mut data).unwrap();
            prop_assert_eq!(&data, bulk);
        }
        prop_assert_eq!(channel.receive::<Request>().unwrap(), None);
        prop_assert_eq!(channel.has_received(), !frames.is_empty());
    }

    #[test]
    fn bulk_data_that_nobody_takes_does_not_disturb_the_next_frame(a in requests(), b in requests(), bulk in bulk()) {
        let mut bytes = encoded(&a, &bulk);
        bytes.extend(encoded(&b, &[]));
        let mut channel = Channel::new(Cursor::new(bytes));
        prop_assert_eq!(channel.receive::<Request>().unwrap(), Some(a));
        prop_assert_eq!(channel.receive::<Request>().unwrap(), Some(b));
    }

    #[test]
    fn a_frame_cut_anywhere_is_reported_as_truncated(request in requests(), bulk in bulk(), at in any::<prop::sample::Index>()) {
        let bytes = encoded(&request, &bulk);
        let cut = 1 + at.index(bytes.len() - 1);
        let mut channel = Channel::new(Cursor::new(&bytes[..cut]));
        let mut data = Vec::new();
        let error = match channel.receive::<Request>() {
            Ok(Some(_)) => channel.receive_bulk(&mut data).unwrap_err(),
            Ok(None) => panic!("the frame has begun"),
            Err(error) => error,
        };
        let is_truncated = matches!(error, ProtocolError::Truncated { got, expected, .. } if got < expected);
        prop_assert!(is_truncated, "{}", error);
    }

    #[test]
    fn no_input_makes_the_receiver_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut channel = Channel::new(Cursor::new(bytes));
        let mut data = Vec::new();
        while let Ok(Some(_)) = channel.receive::<Request>() {
            let _ = channel.receive_bulk(&mut data);
        }
    }
}

#[test]
fn a_frame_with_an_oversized_message_or_bulk_is_refused_by_its_header() {
    for (message, bulk, part) in [(MAX_MESSAGE + 1, 0, "message"), (1, MAX_BULK + 1, "bulk")] {
        let mut header = message.to_le_bytes().to_vec();
        header.extend(bulk.to_le_bytes());
        let error = Channel::new(header.chain(std::io::repeat(0))).receive::<Request>().unwrap_err();
        assert!(matches!(error, ProtocolError::Oversized { part: p, .. } if p == part), "{error}");
    }
}

#[test]
fn a_message_with_bytes_after_its_end_is_refused() {
    let mut bytes = encoded(&Request::Reset, &[]);
    bytes.push(0);
    bytes[0] += 1;
    let error = Channel::new(Cursor::new(bytes)).receive::<Request>().unwrap_err();
    assert!(matches!(error, ProtocolError::Trailing { extra: 1 }), "{error}");
}

#[test]
fn bulk_data_of_another_length_than_expected_is_refused() {
    let mut channel = Channel::new(Cursor::new(encoded(&Request::LoadModule, &[1, 2, 3])));
    channel.receive::<Request>().unwrap();
    let error = channel.receive_bulk_into(&mut [0; 4]).unwrap_err();
    assert!(matches!(error, ProtocolError::BulkLength { got: 3, expected: 4 }), "{error}");
}

#[test]
fn every_error_code_is_found_by_its_number_and_its_texts_end_with_one_zero() {
    for &error in CudaError::ALL {
        assert_eq!(CudaError::from_code(error.code()), Some(error));
        for text in [error.name_with_nul(), error.text_with_nul()] {
            assert_eq!(text.find('\0'), Some(text.len() - 1));
        }
    }
    assert_eq!(CudaError::from_code(12345), None);
}
